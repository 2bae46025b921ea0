"""A JupyterLab in headless Chromium, for the tests in this folder.

    def test_start(lab):
        lab.run("00_start_here.ipynb")                      # open, run all, wait, no error shown
        lab.page.get_by_role("button", name="Next").click()
        lab.screenshot("after_next")

`lab.page` is Playwright's page; what is beside it here is what is easy to get wrong. The server works on a copy of
notebooks/ and has its own folders for settings: it neither reads nor changes those of the person at this machine.
Screenshots, one for each failed test too, and the server's log go to .artifacts/.

A widget is found best by a class of its own: `button.add_class("gl-next")` in the notebook, `button.gl-next` here.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = ROOT / ".artifacts"
VIEWPORT = {"width": 1280, "height": 720}  # a projector's
SECONDS = 1000  # Playwright counts in milliseconds

# Without these Chromium calls its maker at every start, and stumbles over the small shared memory of containers.
CHROMIUM_FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
CHROMIUM_PLACES = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

# JupyterLab asks whether to show news, over the cells.
SETTINGS = {"@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False}}

PROMPTS = "[...document.querySelectorAll('.jp-Notebook .jp-InputArea-prompt')]"
ANY_WAITING = f"{PROMPTS}.some(prompt => prompt.textContent.includes('[*]'))"
# Stored notebooks have numbered prompts before they are run, and a quick cell shows its star for an instant only.
WATCH_FOR_STAR = f"""() => {{
    window.sawStar = false;
    new MutationObserver((_, watcher) => {{
        if ({ANY_WAITING}) {{ window.sawStar = true; watcher.disconnect(); }}
    }}).observe(document.body, {{subtree: true, childList: true, characterData: true}});
}}"""


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.failed = report.failed  # the `lab` fixture takes a picture then
    return report


def unavailable(reason):
    """Skip; but where the browser tests are the point, having no browser is a failure."""
    if os.environ.get("REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


def find_chromium():
    named = os.environ.get("CHROMIUM")
    for place in [named] if named else CHROMIUM_PLACES:
        if found := shutil.which(place):
            return found
    unavailable(f"no Chromium: {named or 'install it, or say where it is with CHROMIUM=...'}")


@pytest.fixture(scope="session")
def chromium():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("playwright is not installed")
    program = find_chromium()
    flags = CHROMIUM_FLAGS + (["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else [])  # refused to root
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


class Server:
    """A JupyterLab on a free port of this machine. `folder` is what it serves."""

    def __init__(self, home):
        self.folder = home / "notebooks"
        self.home = home
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self):
        self.copy_notebooks()
        self.write_settings()
        ARTIFACTS.mkdir(exist_ok=True)
        with open(ARTIFACTS / "jupyterlab.log", "w") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, env=self.environment(), stdout=log, stderr=subprocess.STDOUT
            )
        self.wait_until_up()

    def copy_notebooks(self):
        if (ROOT / "notebooks").is_dir():
            shutil.copytree(
                ROOT / "notebooks", self.folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
            )
        self.folder.mkdir(exist_ok=True)

    def write_settings(self):
        for name, values in SETTINGS.items():
            file = self.home / "settings" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values))

    def environment(self):
        own = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        return os.environ | {name: str(self.home / folder) for name, folder in own.items()}

    def command(self):
        return [
            sys.executable,
            "-m",
            "jupyterlab",
            "--no-browser",
            "--allow-root",
            "--ip=127.0.0.1",
            f"--port={self.port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={self.folder}",
            "--IdentityProvider.token=",
            "--ServerApp.disable_check_xsrf=True",  # close_kernels asks without the page's cookie
            "--LabApp.extension_manager=readonly",
            f"--LabApp.user_settings_dir={self.home / 'settings'}",
        ]

    def wait_until_up(self, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            try:
                self.ask("api/status")
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        self.stop()
        pytest.fail(f"JupyterLab did not start; see {ARTIFACTS / 'jupyterlab.log'}")

    def ask(self, path, method="GET"):
        request = urllib.request.Request(f"{self.url}/{path}", method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or "null")

    def close_kernels(self):
        for session in self.ask("api/sessions"):
            self.ask(f"api/sessions/{session['id']}", "DELETE")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory, chromium):  # chromium first: no server where there is no browser
    server = Server(tmp_path_factory.mktemp("jupyterlab"))
    server.start()
    yield server
    server.stop()


class Lab:
    """One page of JupyterLab. `folder` holds the notebooks that `open` finds; a test may write its own there."""

    def __init__(self, page, server, test_name):
        self.page = page
        self.server = server
        self.folder = server.folder
        self.test_name = re.sub(r"\W+", "_", test_name).strip("_")
        self.page_errors = []  # scripts that failed
        self.console_errors = []  # noisier: missing icons and the like
        self.outside = []  # addresses elsewhere that the page asked for; a notebook should need none
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        page.on("console", lambda line: self.console_errors.append(line.text) if line.type == "error" else None)
        page.on("request", lambda request: self.note_outside(request.url))

    def note_outside(self, url):
        if not url.startswith((self.server.url, f"ws://127.0.0.1:{self.server.port}", "data:", "blob:")):
            self.outside.append(url)

    def write(self, name, *sources):
        """Write a notebook of one's own into the folder: a cell for each source. Returns its name."""
        cells = [nbformat.v4.new_code_cell(source.strip(), execution_count=7) for source in sources]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}  # else JupyterLab asks which
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), self.folder / name)
        return name

    def open(self, name):
        """Open a notebook in an otherwise empty JupyterLab, and wait until its kernel is there."""
        self.page.goto(f"{self.server.url}/lab/tree/{name}?reset")
        self.page.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for(timeout=60 * SECONDS)
        self.wait_idle()

    def save(self, name):
        before = (self.folder / name).stat().st_mtime_ns
        self.page.locator(".jp-NotebookPanel-toolbar [data-jp-item-name='save'] >> visible=true").first.click()
        for _ in range(100):
            if (self.folder / name).stat().st_mtime_ns != before:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{name} was not saved")

    def reload(self, name):
        """Save and press F5: the kernel lives on, the page begins anew from what is stored."""
        self.save(name)
        self.page.reload()
        self.page.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for(timeout=60 * SECONDS)
        self.wait_idle()

    def wait_idle(self, seconds=60):
        self.page.locator("#jp-main-statusbar", has_text="| Idle").wait_for(timeout=seconds * SECONDS)

    def run_all(self):
        """Press Run All Cells. JupyterLab drops that silently for a moment after opening, so look, and press again."""
        from playwright.sync_api import TimeoutError

        self.page.evaluate(WATCH_FOR_STAR)
        for _ in range(6):
            self.page.get_by_role("menuitem", name="Run", exact=True).click()
            self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
            try:
                self.page.wait_for_function("window.sawStar", timeout=3 * SECONDS)
                return
            except TimeoutError:
                continue
        raise AssertionError("Run All Cells had no effect")

    def wait_finished(self, seconds=120):
        """Wait until no cell is running or queued and the kernel rests."""
        self.page.wait_for_function(f"!{ANY_WAITING}", timeout=seconds * SECONDS)
        self.wait_idle(seconds)

    def run(self, name, seconds=120):
        """Open a notebook and run it through; nothing may fail."""
        self.open(name)
        self.run_all()
        self.wait_finished(seconds)
        self.assert_no_errors()

    def screenshot(self, name):
        file = ARTIFACTS / f"{self.test_name}-{name}.png"
        self.page.screenshot(path=file)
        return file

    def error_outputs(self):
        """The tracebacks and warnings under the cells, as text."""
        kinds = ["application/vnd.jupyter.error", "application/vnd.jupyter.stderr"]
        selector = ", ".join(f"[data-mime-type='{kind}']" for kind in kinds)
        return self.page.locator(selector).all_text_contents()  # all_inner_texts leaves out what is scrolled away

    def assert_no_errors(self):
        assert not self.error_outputs(), "\n\n".join(self.error_outputs())
        assert not self.page_errors, "\n\n".join(self.page_errors)


@pytest.fixture
def lab(server, chromium, request):
    context = chromium.new_context(viewport=VIEWPORT)
    lab = Lab(context.new_page(), server, request.node.name)
    yield lab
    if getattr(request.node, "failed", False):
        lab.screenshot("FAILED")
    context.close()
    server.close_kernels()
