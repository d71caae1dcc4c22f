package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of what may be retried. Every cell is a call whose first attempt fails like its row and
 * whose second would succeed, under three policies, blocking and as a future.
 *
 * <p>{@code retry}: a second attempt is made. {@code same key}: a second attempt is made with the
 * same key. {@code once UNKNOWN}: no second attempt unless unknown reads are opted in, the charge
 * is unknown. {@code once NONE}: no second attempt under any policy, nothing was charged.
 */
class RetryMatrixTest {
  private static final String TABLE =
      """
      failure             | createLoad   | getLoadPosition | getBalance | confirmDelivery
      never sent          | same key     | retry           | retry      | retry
      503 billing         | same key     | retry           | retry      | retry
      503 of a proxy      | same key     | once UNKNOWN    | retry      | retry
      429                 | same key     | retry           | retry      | retry
      500                 | same key     | once UNKNOWN    | retry      | retry
      lost answer         | same key     | once UNKNOWN    | retry      | retry
      cut answer          | same key     | once UNKNOWN    | retry      | retry
      read timeout        | same key     | once UNKNOWN    | retry      | retry
      402                 | once NONE    | once NONE       | once NONE  | once NONE
      400                 | once NONE    | once NONE       | once NONE  | once NONE
      401                 | once NONE    | once NONE       | once NONE  | once NONE
      403                 | once NONE    | once NONE       | once NONE  | once NONE
      404                 | once NONE    | once NONE       | once NONE  | once NONE
      410                 | once NONE    | once NONE       | once NONE  | once NONE
      422                 | once NONE    | once NONE       | once NONE  | once NONE
      """;

  private enum Policy {
    STANDARD(RetryPolicy.standard()),
    NONE(RetryPolicy.none()),
    UNKNOWN_READS(RetryPolicy.builder().retryUnknownReads(true).build());

    private final RetryPolicy policy;

    Policy(RetryPolicy policy) {
      this.policy = policy;
    }
  }

  static Stream<Arguments> cells() {
    List<String[]> rows = TABLE.lines().map(line -> line.split("\\|", -1)).toList();
    List<Arguments> cells = new ArrayList<>();
    for (int number = 1; number < rows.size(); number++) {
      String[] row = rows.get(number);
      for (int column = 1; column < row.length; column++) {
        Operation operation = Operation.ofId(rows.get(0)[column].strip());
        for (Policy policy : Policy.values()) {
          for (CallStyle style : CallStyle.values()) {
            cells.add(Arguments.of(row[0].strip(), operation, row[column].strip(), policy, style));
          }
        }
      }
    }
    return cells.stream();
  }

  @ParameterizedTest(name = "{1} after {0}: {2} ({3}, {4})")
  @MethodSource("cells")
  void failureIsRetriedAsInTheTable(
      String failure, Operation operation, String expected, Policy policy, CallStyle style) {
    try (ScriptedService service = new ScriptedService()) {
      FreightClient client = service.client(service.builder().retryPolicy(policy.policy));
      fail(service, failure, operation);
      service.enqueue(ServiceResponses.success(operation));

      boolean optedIn = expected.equals("once UNKNOWN") && policy == Policy.UNKNOWN_READS;
      boolean retried = expected.equals("retry") || expected.equals("same key") || optedIn;
      if (retried && policy != Policy.NONE) {
        style.call(client, operation, CallOptions.DEFAULT);
        assertThat(requestsOnTheWire(service)).isEqualTo(failure.equals("never sent") ? 1 : 2);
        assertSameKey(service, expected.equals("same key"));
      } else {
        FreightException e =
            catchThrowableOfType(
                FreightException.class, () -> style.call(client, operation, CallOptions.DEFAULT));
        assertThat(e).as("not hidden by a second request").isNotNull();
        assertThat(e.attempts()).isEqualTo(1);
        assertThat(requestsOnTheWire(service)).isEqualTo(failure.equals("never sent") ? 0 : 1);
        assertThat(isSafeToRetry(e)).isEqualTo(retried);
        assertThat(e.charge()).isEqualTo(expectedCharge(failure, operation, expected));
      }
    }
  }

  private static boolean isSafeToRetry(FreightException e) {
    boolean isUnsent = e instanceof FreightConnectionException lost && lost.notProcessed();
    return isUnsent
        || e.nextStep() == NextStep.RETRY_LATER
        || e.nextStep() == NextStep.RETRY_WITH_SAME_KEY;
  }

  private static Charge expectedCharge(String failure, Operation operation, String expected) {
    if (expected.equals("once UNKNOWN")) {
      return Charge.UNKNOWN;
    }
    boolean certain =
        expected.equals("once NONE")
            || failure.equals("never sent")
            || failure.equals("503 billing")
            || failure.equals("429");
    return operation == Operation.CREATE_LOAD && !certain ? Charge.UNKNOWN : Charge.NONE;
  }

  /** The sent and the received bytes must be equal. */
  private static int requestsOnTheWire(ScriptedService service) {
    assertThat(service.requestCount()).isEqualTo(service.world().network().sentRequests());
    return service.world().network().sentRequests();
  }

  private static void assertSameKey(ScriptedService service, boolean keyed) {
    String first = null;
    for (int i = service.world().network().sentRequests(); i > 0; i--) {
      String key = service.takeRequest().getHeaders().get("Idempotency-Key");
      assertThat(key != null).isEqualTo(keyed);
      assertThat(first == null || first.equals(key)).as("the same key each time").isTrue();
      first = key;
    }
  }

  private static void fail(ScriptedService service, String failure, Operation operation) {
    MockResponse.Builder success = ServiceResponses.success(operation);
    switch (failure) {
      case "never sent" -> service.failConnections(1);
      case "503 billing" -> service.enqueue(ServiceResponses.billingUnavailable());
      case "503 of a proxy" ->
          service.enqueue(ServiceResponses.error(503).setHeader("Retry-After", "0"));
      case "lost answer" ->
          service.enqueue(success.onResponseStart(new SocketEffect.CloseSocket()));
      case "cut answer" -> service.enqueue(success.onResponseBody(new SocketEffect.CloseSocket()));
      case "read timeout" -> service.enqueue(success.onResponseStart(SocketEffect.Stall.INSTANCE));
      case "404" -> service.enqueue(ServiceResponses.json(404, "{\"error\":\"Load not found\"}"));
      case "402" -> service.enqueue(ServiceResponses.insufficientFunds());
      default -> service.enqueue(ServiceResponses.error(Integer.parseInt(failure)));
    }
  }
}
