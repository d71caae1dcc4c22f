package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.RawServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a failed call is followed into the log, and into the service's own. */
class CallIdsContractTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final LogLines log = new LogLines();
  private final List<FreightClient> clients = new ArrayList<>();

  @AfterEach
  void stop() {
    clients.forEach(FreightClient::close);
    server.close();
    log.close();
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(RetryPolicy.none());
  }

  private FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  private static FreightException failure(Runnable call) {
    FreightException failure = catchThrowableOfType(FreightException.class, call::run);
    assertThat(failure).isNotNull();
    assertThat(failure.callId()).isNotBlank();
    return failure;
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalOfTheServiceHasItsRequestId(CallStyle style) {
    FreightClient client = client(builder());

    FreightException refusal = failure(() -> style.getLoadPosition(client, "LD-1999-0001"));

    assertThat(refusal).isInstanceOf(LoadNotFoundException.class);
    List<RecordedRequest> reads =
        server.journal().matching(request -> request.operation() == Operation.GET_LOAD_POSITION);
    assertThat(refusal.requestId()).isEqualTo(reads.get(0).requestId());
  }

  @ParameterizedTest
  @EnumSource
  void aCallWithoutAnAnswerHasACallIdAndNoRequestId(CallStyle style) {
    FreightClient nowhere = client(builder().baseUrl(RawServer.closedPort()));
    FreightClient refused =
        client(builder().spendLimits(SpendLimits.builder().total("0.10").build()));

    FreightException unreachable = failure(() -> style.createLoad(nowhere, Loads.twoStops()));
    FreightException limited = failure(() -> style.createLoad(refused, Loads.twoStops()));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightException lost = failure(() -> style.createLoad(client(builder()), Loads.twoStops()));

    assertThat(limited).isInstanceOf(SpendLimitExceededException.class);
    assertThat(unreachable.requestId()).isNull();
    assertThat(limited.requestId()).isNull();
    assertThat(lost.requestId()).isNull();
    assertThat(List.of(unreachable.callId(), limited.callId(), lost.callId()))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void theWarningAndTheDebugLinesOfACallCarryItsId(CallStyle style) {
    RetryPolicy twice = RetryPolicy.builder().maxAttempts(2).build();
    FreightClient client = client(builder());
    CallOptions options =
        CallOptions.builder().idempotencyKey("order-1").retryPolicy(twice).build();
    server.faults().times(Operation.CREATE_LOAD, 2, Fault.closeAfterCommit());

    FreightException lost = failure(() -> style.createLoad(client, Loads.twoStops(), options));

    Eventually.until(() -> !log.warnings().isEmpty(), () -> "warnings: " + log.warnings());
    assertThat(log.warnings()).hasSize(1);
    assertThat(log.warnings().get(0)).contains("createLoad", "order-1", lost.callId());
    List<String> lines = log.debug().stream().filter(line -> line.contains(lost.callId())).toList();
    assertThat(lines).anyMatch(line -> line.contains("createLoad") && line.contains("attempt 1"));
    assertThat(lines).anyMatch(line -> line.contains("createLoad") && line.contains("attempt 2"));
  }

  @ParameterizedTest
  @EnumSource
  void theDebugLineOfAReadCarriesOperationLoadCallAndAttempt(CallStyle style) {
    FreightClient client = client(builder());
    FreightException refusal = failure(() -> style.getLoadPosition(client, "LD-1999-0001"));

    assertThat(log.debug())
        .anyMatch(
            line ->
                line.contains("getLoadPosition")
                    && line.contains("LD-1999-0001")
                    && line.contains(refusal.callId())
                    && line.contains("attempt 1"));
  }
}
