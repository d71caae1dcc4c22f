package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What becomes of tests after one that leaves its world open; they are run from within this. */
class WorldsEndTest {
  @Test
  void aTestThatHangsIsTheOnlyOneThatFails() {
    Map<String, String> failures = failures(Hanging.class);

    assertThat(failures).containsOnlyKeys("aHangs()", "bForgets()");
    assertThat(failures.get("aHangs()")).contains("timed out");
    assertThat(failures.get("bForgets()")).contains("left its world open");
  }

  /** Not found by the build itself: only its own kind of class names are. */
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static final class Hanging {
    @Test
    @Order(1)
    @Timeout(value = 50, unit = TimeUnit.MILLISECONDS)
    void aHangs() throws InterruptedException {
      assertThat(new World().now()).isEqualTo(World.START);
      new CountDownLatch(1).await();
    }

    @Test
    @Order(2)
    void bForgets() {
      assertThat(new World().now()).isEqualTo(World.START);
    }

    @Test
    @Order(3)
    void cHasAWorldOfItsOwn() {
      try (World world = new World()) {
        assertThat(World.current()).isSameAs(world);
      }
    }
  }

  private static Map<String, String> failures(Class<?> tests) {
    Map<String, String> failures = new TreeMap<>();
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            result
                .getThrowable()
                .ifPresent(
                    e -> failures.put(test.getDisplayName(), String.valueOf(e.getMessage())));
          }
        };
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(),
            listener);
    return failures;
  }
}
