package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.time.Duration;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attempt timeouts and deadlines, on the clock of a world. */
class TimeoutsTest {
  @AutoClose private final ScriptedService service = new ScriptedService();

  @ParameterizedTest
  @EnumSource
  void attemptTimeoutOfACallOverridesTheClients(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE)
            .onResponseStart(SocketEffect.Stall.INSTANCE));
    FreightClient client = service.client(service.builder().retryPolicy(RetryPolicy.none()));
    CallOptions options = CallOptions.builder().attemptTimeout(Duration.ofMillis(150)).build();
    FreightTimeoutException failure =
        catchThrowableOfType(
            FreightTimeoutException.class, () -> style.getBalance(client, options));
    assertThat(failure.timeout()).isEqualTo(Duration.ofMillis(150));
    assertThat(service.world().now()).isEqualTo(World.START.plusMillis(150));
    assertThat(failure.charge()).as("a free read").isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void deadlineOfACallOverridesTheClients(CallStyle style) {
    service.enqueue(ServiceResponses.billingUnavailable().setHeader("Retry-After", "50"));
    FreightClient client = service.client();
    CallOptions options = CallOptions.builder().deadline(Duration.ofSeconds(40)).build();
    assertThatThrownBy(() -> style.getBalance(client, options))
        .hasMessageContaining("HTTP 503 BILLING_UNAVAILABLE");
    assertThat(service.requestCount()).isOne();
  }

  @Test
  void clientsOfOtherKeysHaveTheSameMaxPrice() {
    FreightClient client = service.client(service.builder().maxPrice("0.70"));
    FreightClient other = client.withAgentKey("another-key-of-the-test", null);

    assertThat(ClientCore.maxPrice(client)).isEqualByComparingTo("0.70");
    assertThat(ClientCore.maxPrice(other)).isEqualByComparingTo("0.70");
    assertThat(ClientCore.maxPrice(service.client())).isNull();
  }

  @Test
  void invalidTimesAreRefused() {
    assertThatThrownBy(() -> CallOptions.builder().attemptTimeout(Duration.ZERO))
        .hasMessage("attemptTimeout: must be positive, got PT0S; use a positive duration");
    assertThatThrownBy(() -> FreightClient.builder().callTimeout(Duration.ofSeconds(-1)))
        .hasMessageContaining("callTimeout: must not be negative");
    assertThatThrownBy(() -> FreightClient.builder().connectTimeout(Duration.ofDays(365)))
        .hasMessageContaining("connectTimeout: must be at most 24 days");
    assertThatThrownBy(() -> RetryPolicy.builder().maxAttempts(0))
        .hasMessageContaining("maxAttempts: must be at least 1");
  }
}
