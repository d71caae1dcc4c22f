package io.freightsdk.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import java.net.ConnectException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids that connect a failed call with the log of the client and the log of the service. */
class CallIdsTest extends ServerFixture {
  @AutoClose private final LogLines log = new LogLines();

  @Override
  protected FreightClient.Builder builder() {
    return super.builder().retryPolicy(RetryPolicy.none());
  }

  private static FreightException failure(Runnable call) {
    FreightException failure = catchThrowableOfType(FreightException.class, call::run);
    assertThat(failure).isNotNull();
    assertThat(failure.callId()).isNotBlank();
    return failure;
  }

  @ParameterizedTest
  @EnumSource
  void refusalHasTheRequestIdOfTheService(CallStyle style) {
    FreightClient client = client(builder());

    FreightException refusal = failure(() -> style.getLoadPosition(client, "LD-1999-0001"));

    assertThat(refusal).isInstanceOf(LoadNotFoundException.class);
    List<RecordedRequest> reads =
        server.journal().matching(request -> request.operation() == Operation.GET_LOAD_POSITION);
    assertThat(refusal.requestId()).isEqualTo(reads.get(0).requestId());
  }

  @ParameterizedTest
  @EnumSource
  void callWithoutAResponseHasNoRequestId(CallStyle style) {
    world.network().refuseConnections("nowhere.test", new ConnectException("Connection refused"));
    FreightClient nowhere = client(builder().baseUrl("https://nowhere.test"));
    FreightClient refused = client(builder().spendGuard(TestGuard.of("0.10")));

    FreightException unreachable = failure(() -> style.createLoad(nowhere, SampleLoads.twoStops()));
    FreightException limited = failure(() -> style.createLoad(refused, SampleLoads.twoStops()));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightException lost =
        failure(() -> style.createLoad(client(builder()), SampleLoads.twoStops()));

    assertThat(limited).isInstanceOf(SpendLimitExceededException.class);
    assertThat(unreachable.requestId()).isNull();
    assertThat(limited.requestId()).isNull();
    assertThat(lost.requestId()).isNull();
    FreightException another = failure(() -> style.createLoad(refused, SampleLoads.twoStops()));
    assertThat(another.callId()).isNotEqualTo(limited.callId());
  }

  @ParameterizedTest
  @EnumSource
  void logLinesOfACallHaveItsId(CallStyle style) {
    RetryPolicy twice = RetryPolicy.builder().maxAttempts(2).build();
    FreightClient client = client(builder());
    CallOptions options =
        CallOptions.builder().idempotencyKey("order-1").retryPolicy(twice).build();
    server.faults().times(Operation.CREATE_LOAD, 2, Fault.closeAfterCommit());

    FreightException lost =
        failure(() -> style.createLoad(client, SampleLoads.twoStops(), options));

    assertThat(log.warnings()).hasSize(1);
    assertThat(log.warnings().get(0)).contains("createLoad", "order-1", lost.callId());
    List<String> lines = log.debug().stream().filter(line -> line.contains(lost.callId())).toList();
    assertThat(lines).anyMatch(line -> line.contains("createLoad") && line.contains("attempt 1"));
    assertThat(lines).anyMatch(line -> line.contains("createLoad") && line.contains("attempt 2"));
  }
}
