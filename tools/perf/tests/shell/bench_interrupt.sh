#!/bin/sh
# perf bench: what an interrupt, a failure or a full disk leaves behind
# SPDX-License-Identifier: GPL-2.0

if ! command -v python3 >/dev/null; then
	echo "skip: python3 is needed to send signals and to read the results"
	exit 2
fi

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

python3 - "$dir" <<'END'
import ctypes, json, re, signal, subprocess, sys, time

OUT = f'{sys.argv[1]}/out.json'
CLEAR = ('mem', 'clear', '--no-counters')
failed = 0


def check(good, what):
    global failed
    if not good:
        print(f'FAIL: {what}')
        failed = 1


def wait_caught(pid, sig):
    """Until a process has a handler for a signal, which is before it measures anything."""
    for _ in range(3000):
        try:
            caught = int(re.search(r'SigCgt:\s*(\w+)', open(f'/proc/{pid}/status').read())[1], 16)
        except (OSError, TypeError):
            return
        if caught & 1 << (sig - 1):
            return
        time.sleep(0.001)


def signalled(args, *sent):
    """Run perf bench, send signals as (seconds, signal), None: as soon as it is caught: exit
    code, seconds after, output."""
    child = subprocess.Popen(('perf', 'bench') + args, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for seconds, sig in sent:
        if seconds is None:
            wait_caught(child.pid, sig)
        else:
            time.sleep(seconds)
        child.send_signal(sig)
    start = time.monotonic()
    try:
        out, err = child.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        child.kill()
        out, err = child.communicate()
    return child.returncode, time.monotonic() - start, out, err


# What is complete is told, on the screen, in the file and in one line on stderr.
code, _, out, err = signalled(CLEAR + ('-f', 'default', '-s', '1MB', '-r', '1000000', '-o', OUT),
                              (3, signal.SIGINT))
check(code == 130, f'interrupted: exit code {code}')
check('partial' in out, 'interrupted: no word of it on the screen')
check(err.count('\n') == 1 and '1 of 1 cases' in err, f'interrupted: {err}')
results = json.load(open(OUT))
check(results['partial'] and results['cases'][0]['n'] > 0, 'interrupted: not in the file')

# timeout(1) signals its child and then the group: the second is no other wish.
code, _, out, err = signalled(CLEAR + ('-f', 'default', '-s', '1MB', '-r', '1000000'),
                              (3, signal.SIGTERM), (0.01, signal.SIGTERM))
check(code == 130 and 'partial' in out, f'signalled twice at once: exit code {code}')

# Before the first round there is nothing to tell, and a file from before stays as it is.
before = open(OUT).read()
code, _, out, err = signalled(CLEAR + ('-f', 'default', '-s', '64MB', '-l', '20', '-o', OUT),
                              (None, signal.SIGINT))
check(code == 130, f'interrupted early: exit code {code}')
check(open(OUT).read() == before, 'interrupted early: the file was overwritten')

# A sample of minutes does not hold up who asks twice.
code, took, out, err = signalled(CLEAR + ('-f', 'default', '-s', '16MB', '-l', '1000000'),
                                 (2, signal.SIGINT), (1, signal.SIGINT))
check(code == 130 and took < 30, f'asked twice: exit code {code} after {took:.0f} s')

# A case that fails does not take the ones before it along. THP that is off is no success.
ctypes.CDLL(None).prctl(41, 1, 0, 0, 0)    # PR_SET_THP_DISABLE
run = subprocess.run(('perf', 'bench') + CLEAR + ('-f', 'default', '-s', '4MB', '-p', '4KB,thp',
                                                  '-r', '3', '-o', OUT),
                     stdin=subprocess.DEVNULL, capture_output=True, text=True)
ctypes.CDLL(None).prctl(41, 0, 0, 0, 0)
check(run.returncode == 1, f'THP is off: exit code {run.returncode}')
check('page thp: none of' in run.stderr, f'THP is off: {run.stderr}')
results = json.load(open(OUT))
check([case['n'] for case in results['cases']] == [3, None] and results['partial'],
      'THP is off: the samples of 4KB pages are lost')
check(any('page thp' in note for note in results['notes']), 'THP is off: no note')

# A limit of file sizes is an error like a full disk, not a death.
limited = subprocess.run(['sh', '-c', 'ulimit -f 1; exec perf bench mem clear -f default -s 4KB '
                          f'-r 500 --no-counters -o {OUT}'],
                         stdin=subprocess.DEVNULL, capture_output=True, text=True)
check(limited.returncode == 1 and '--output' in limited.stderr,
      f'ulimit -f: exit code {limited.returncode}, {limited.stderr}')

# perf bench -r is part of what was run.
again = subprocess.run(('perf', 'bench', '-r', '2') + CLEAR + ('-f', 'default', '-s', '4KB',
                                                               '--format', 'json'),
                       stdin=subprocess.DEVNULL, capture_output=True, text=True)
results = json.loads(again.stdout)
check(results['command'][:6] == ['perf', 'bench', '-r', '2', 'mem', 'clear'],
      f'command: {results["command"]}')
check(results['cases'][0]['n'] == 2, 'perf bench -r 2: not two samples')
sys.exit(failed)
END
