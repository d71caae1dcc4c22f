package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallOptionsTest {
  /** Otherwise a copy with one change would lose an option, such as the maximum price. */
  @Test
  void copyHasAllOptions() {
    CallOptions all =
        CallOptions.builder()
            .idempotencyKey("order-1")
            .attemptTimeout(Duration.ofSeconds(7))
            .deadline(Duration.ofSeconds(70))
            .retryPolicy(RetryPolicy.none())
            .maxPrice("0.70")
            .maxAge(Duration.ofMinutes(5))
            .staleIfError(Duration.ofHours(1))
            .scope(() -> "client/acme")
            .header("X-Trace", "t-1")
            .build();
    assertThat(all).hasNoNullFieldsOrProperties();
    assertThat(all.toBuilder().build()).usingRecursiveComparison().isEqualTo(all);
  }
}
