package io.freightsdk.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Whether a thread of a world waits for anything but its turn. The machine counts the waits of each
 * thread, and the thread those for its turn; if there were others, the world is played again, and
 * recorded.
 */
final class OutsideWaits {
  private static final List<String> WAITS =
      List.of("jdk.ThreadPark", "jdk.JavaMonitorWait", "jdk.ThreadSleep");
  private static final long LOOK_EVERY = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_FRAMES = 40;

  private final Baton.Pool threads;
  private final Thread player = Thread.currentThread();
  private volatile boolean playing;
  private volatile StackTraceElement[] stuck;

  /** Those that it knows of. */
  private long waits;

  /**
   * @param threads those of the worlds
   */
  OutsideWaits(Baton.Pool threads) {
    this.threads = threads;
    this.waits = waits();
    Thread watch = new Thread(this::watch, "simulation-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** A wait for ever would never be counted: it is interrupted. */
  private void watch() {
    Thread before = null;
    int looks = 0;
    while (player.isAlive()) {
      LockSupport.parkNanos(this, LOOK_EVERY);
      Thread runs = threads.whoRuns();
      boolean waits = playing && runs != null && runs.getState() != Thread.State.RUNNABLE;
      looks = waits && runs == before ? looks + 1 : 0;
      before = runs;
      if (looks < 2) continue;
      stuck = runs.getStackTrace();
      runs.interrupt();
    }
  }

  /** Plays a world; what it waited for outside, with the stack. Null for nothing. */
  String of(Runnable world) {
    stuck = null;
    playing = true;
    try {
      world.run();
    } finally {
      playing = false;
    }
    if (stuck != null) {
      Thread.interrupted();
      return told(Stream.of(stuck).map(Object::toString));
    }
    return hasWaited() ? recorded(world) : null;
  }

  private boolean hasWaited() {
    long end = System.nanoTime() + LOOK_EVERY;
    long now = waits();
    while (now != waits && System.nanoTime() < end) {
      Thread.yield();
      // A busy machine may let a thread that has handed its turn on wait before it parks.
      if (!othersAreParked()) end = System.nanoTime() + LOOK_EVERY;
      now = waits();
    }
    boolean hasWaited = now != waits;
    waits = now;
    return hasWaited;
  }

  private boolean othersAreParked() {
    return threads.runners().stream().allMatch(runner -> runner.isHere() || runner.isParked());
  }

  /** How often the threads have waited for something else than their turn. */
  private long waits() {
    List<Baton.Runner> runners = threads.runners();
    long[] ids = runners.stream().mapToLong(Baton.Runner::id).toArray();
    ThreadInfo[] infos = ManagementFactory.getThreadMXBean().getThreadInfo(ids);
    long count = 0;
    for (ThreadInfo info : infos) count += info.getWaitedCount();
    for (Baton.Runner runner : runners) count -= runner.parks();
    return count;
  }

  private String recorded(Runnable world) {
    Path file = null;
    try (Recording recording = new Recording()) {
      for (String wait : WAITS)
        recording.enable(wait).withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      world.run();
      recording.stop();
      file = Files.createTempFile("waits", ".jfr");
      recording.dump(file);
      List<Long> ids = threads.runners().stream().map(Baton.Runner::id).toList();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        boolean isOfWorld =
            event.getThread() != null && ids.contains(event.getThread().getJavaThreadId());
        if (!isOfWorld || event.getStackTrace() == null) continue;
        List<RecordedFrame> frames = event.getStackTrace().getFrames();
        if (frames.stream().noneMatch(OutsideWaits::isTurn)) return stack(frames);
      }
      return "not when it was played again";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(file);
    }
  }

  private static boolean isTurn(RecordedFrame frame) {
    return frame.getMethod().getType().getName().equals(Baton.Runner.class.getName())
        && frame.getMethod().getName().equals(Baton.Runner.AWAITS_TURN);
  }

  private static String stack(List<RecordedFrame> frames) {
    return told(
        frames.stream()
            .map(
                frame ->
                    frame.getMethod().getType().getName()
                        + '.'
                        + frame.getMethod().getName()
                        + ':'
                        + frame.getLineNumber()));
  }

  private static String told(Stream<String> frames) {
    return frames.limit(MOST_FRAMES).collect(Collectors.joining("\n  at "));
  }

  private static void delete(Path file) {
    try {
      if (file != null) Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
