package io.freightsdk.watch;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-watch", Path.of("target/classes"))
        // All threads and timers of watches.
        .allow(
            "internal.watch.WatchThreads",
            "System.nanoTime",
            "new ScheduledThreadPoolExecutor",
            "new Thread",
            "new ThreadPoolExecutor")
        // A fleet that is closed waits for its database, for some seconds at most.
        .allow("internal.fleet.FleetLease", "CompletableFuture.get")
        // Is not read: a clock that equals it runs with the timer.
        .allow("internal.watch.AlarmClock", "Clock.system")
        // Defaults, each beside a method that is given another one.
        .allow("watch.FreightWatches", "Clock.systemUTC")
        .allow("watch.WatchOptions", "ForkJoinPool.commonPool")
        .check();
  }
}
