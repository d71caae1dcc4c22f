package io.freightsdk.internal.spend;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Time and threads come through {@link Outside} and clocks that are given. */
class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromOutside() {
    SystemAccess.of("freight-spend", Path.of("target/classes"))
        // Other processes hold the lock of a file for as long as they like.
        .allow(
            "internal.spend.file.LockFile",
            "LockSupport.parkNanos",
            "ReentrantLock.tryLock",
            "System.nanoTime")
        .check();
  }
}
