package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.internal.environment.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Keys and limits of customers, while their table can be read and while it cannot. */
class CustomerCacheTest {
  private final Map<String, String> table = new HashMap<>(Map.of("acme", "first"));
  private boolean isUnavailable;
  private int reads;
  private Instant now = Instant.parse("2026-10-05T12:00:00Z");

  private final TimeSource time =
      new TimeSource() {
        @Override
        public Instant now() {
          return now;
        }

        @Override
        public long nanos() {
          return 0;
        }
      };

  private final CustomerCache<String> cache =
      new CustomerCache<>(
          "names",
          customer -> {
            reads++;
            if (isUnavailable) throw new IllegalStateException("no connection");
            return table.get(customer);
          },
          time);

  private void pass(Duration elapsed) {
    now = now.plus(elapsed);
  }

  @Test
  void valueIsReadOnceAMinute() {
    assertThat(cache.of("acme")).isEqualTo("first");
    table.put("acme", "second");
    pass(CustomerCache.MAX_AGE.minusMillis(1));
    assertThat(cache.of("acme")).isEqualTo("first");
    pass(Duration.ofMillis(1));
    assertThat(cache.of("acme")).isEqualTo("second");
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void missingValueIsReadAtEachCall() {
    assertThat(cache.of("zenith")).isNull();
    table.put("zenith", "first");
    assertThat(cache.of("zenith")).isEqualTo("first");
    table.remove("zenith");
    pass(CustomerCache.MAX_AGE);
    assertThat(cache.of("zenith")).as("removed").isNull();
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void lastValueIsUsedWhileNoneCanBeRead(CapturedOutput log) {
    assertThat(cache.of("acme")).isEqualTo("first");
    isUnavailable = true;
    for (int hour = 1; hour <= 2; hour++) {
      pass(Duration.ofHours(1));
      assertThat(cache.of("acme")).isEqualTo("first");
      assertThat(cache.of("acme")).isEqualTo("first");
      assertThat(reads).as("one caller in a minute waits for the database").isEqualTo(1 + hour);
    }
    assertThatIllegalStateException().isThrownBy(() -> cache.of("zenith"));
    isUnavailable = false;
    table.put("acme", "second");
    pass(CustomerCache.MAX_AGE);
    assertThat(cache.of("acme")).isEqualTo("second");
    assertThat(log.getAll().split("names cannot be read; the last ones are used", -1)).hasSize(2);
    assertThat(log).contains("no connection", "names can be read again");
  }
}
