package io.freightsdk.internal.reads;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.testing.TestThreads;
import io.freightsdk.testing.World;
import java.time.Duration;

/** Threads of a client in a world, one for each task: what hangs there holds up nothing else. */
final class ThreadsThatHang extends TestThreads implements Threads {
  private final ThreadLocal<Boolean> here = ThreadLocal.withInitial(() -> false);
  private final World world;

  private ThreadsThatHang(World world) {
    this.world = world;
  }

  /** A world with such threads. */
  static Environment in(World world) {
    Environment usual = world.environment();
    return new Environment(
        usual.clock(),
        usual.nanoTime(),
        usual.machine(),
        usual.timer(),
        new ThreadsThatHang(world),
        usual.random(),
        usual.idempotencyKeys(),
        usual.network());
  }

  @Override
  public void execute(Runnable task) {
    world.after(
        Duration.ZERO,
        () ->
            world.start(
                () -> {
                  here.set(true);
                  task.run();
                  return true;
                }));
  }

  @Override
  public boolean runsHere() {
    return here.get();
  }
}
