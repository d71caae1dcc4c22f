package io.freightsdk.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.testsupport.SystemAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule about time and threads of the system finds what it is there to find. */
class SystemAccessTest {
  private static final String PLACE = "architecture.SystemAccessTest";

  /** Takes from the system all that a module may not; is read, and never run. */
  @SuppressWarnings({"unused", "FutureReturnValueIgnored"})
  static final class Takes {
    final LongSupplier reference = System::nanoTime;

    static final class Named extends Thread {}

    void clocks() {
      System.currentTimeMillis();
      Instant.now();
      ZonedDateTime.now(ZoneId.of("UTC"));
      Clock.systemDefaultZone();
      Clock.tickSeconds(ZoneId.of("UTC"));
      new Date();
    }

    void waits(CompletableFuture<String> future) throws Exception {
      Thread.sleep(1);
      TimeUnit.SECONDS.sleep(1);
      LockSupport.parkNanos(1);
      new CountDownLatch(1).await(1, TimeUnit.SECONDS);
      future.get(1, TimeUnit.SECONDS);
      synchronized (this) {
        wait(1);
      }
    }

    void threads(CompletableFuture<String> future) {
      new Named();
      new Thread(() -> {});
      new ScheduledThreadPoolExecutor(1);
      Executors.newCachedThreadPool();
      ForkJoinPool.commonPool();
      CompletableFuture.runAsync(() -> {});
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
      future.thenApplyAsync(text -> text);
      future.orTimeout(1, TimeUnit.SECONDS);
      future.completeOnTimeout("", 1, TimeUnit.SECONDS);
      List.of(1).parallelStream();
    }
  }

  /** Is given what it needs. */
  @SuppressWarnings({"unused", "FutureReturnValueIgnored"})
  static final class IsGiven {
    void all(Clock clock, Executor executor, ScheduledExecutorService timer) throws Exception {
      clock.instant();
      Instant.now(clock);
      ZonedDateTime.now(clock);
      timer.schedule(() -> {}, 1, TimeUnit.SECONDS);
      CompletableFuture.supplyAsync(() -> "", executor).thenAcceptAsync(text -> {}, executor).get();
      new CountDownLatch(0).await();
    }
  }

  private static final String[] ALL = {
    "System.nanoTime",
    "System.currentTimeMillis",
    "Instant.now",
    "ZonedDateTime.now",
    "Clock.systemDefaultZone",
    "Clock.tickSeconds",
    "new Date",
    "Thread.sleep",
    "TimeUnit.sleep",
    "LockSupport.parkNanos",
    "CountDownLatch.await",
    "CompletableFuture.get",
    "Object.wait",
    "new Named",
    "new Thread",
    "new ScheduledThreadPoolExecutor",
    "Executors.newCachedThreadPool",
    "ForkJoinPool.commonPool",
    "CompletableFuture.runAsync",
    "CompletableFuture.delayedExecutor",
    "CompletableFuture.thenApplyAsync",
    "CompletableFuture.orTimeout",
    "CompletableFuture.completeOnTimeout",
    "List.parallelStream",
  };

  private static SystemAccess takes() {
    return SystemAccess.of("a module", Takes.class);
  }

  @Test
  void eachUseMustBeAllowed() {
    for (String missing : ALL) {
      SystemAccess all = takes();
      for (String use : ALL) if (!use.equals(missing)) all.allow(PLACE, use);
      assertThatThrownBy(all::check)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining(PLACE + " uses " + missing + " (SystemAccessTest.java:");
    }
    assertThatCode(takes().allow(PLACE, ALL)::check).doesNotThrowAnyException();
    assertThatCode(takes().allow("architecture", ALL)::check).doesNotThrowAnyException();
  }

  @Test
  void whoIsGivenAClockAndThreadsTakesNothing() {
    assertThatCode(SystemAccess.of("a module", IsGiven.class)::check).doesNotThrowAnyException();
  }

  @Test
  void whatIsNotUsedAnyMoreMayNotStayAllowed() {
    assertThatThrownBy(
            SystemAccess.of("a module", IsGiven.class).allow(PLACE, "Thread.sleep")::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(PLACE + " is allowed Thread.sleep, and does not use it");
    assertThatThrownBy(takes().allow(PLACE, ALL).allow("client.Home", "Thread.sleep")::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("client.Home is allowed Thread.sleep, and does not use it");
  }

  @Test
  void aFolderWithoutClassesPassesNoTest(@TempDir Path empty) {
    assertThatThrownBy(SystemAccess.of("a module", empty)::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("there are no classes");
    assertThatThrownBy(() -> SystemAccess.of("a module", empty.resolve("classes")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("there is no folder");
  }

  @Test
  void everyModuleHasTheRule() throws IOException {
    List<Path> modules = new ArrayList<>(List.of(Path.of("../sdk-core")));
    try (Stream<Path> server = Files.list(Path.of("../in-memory-server"));
        Stream<Path> integrations = Files.list(Path.of("../sdk-integrations"))) {
      Stream.concat(server, integrations)
          .filter(module -> Files.isDirectory(module.resolve("src/main/java")))
          .forEach(modules::add);
    }
    assertThat(modules)
        .hasSizeGreaterThan(1)
        .allSatisfy(
            module -> assertThat(tests(module)).as("%s", module).contains("SystemAccessTest.java"));
  }

  private static List<String> tests(Path module) {
    Path folder = module.resolve("src/test/java");
    if (!Files.isDirectory(folder)) return List.of();
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
