"""`python -m benchmarks`: all measurements."""

import sys

from benchmarks.run import main

sys.exit(main())
