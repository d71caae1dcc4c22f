package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.HttpMethod;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.transport.SenderContext;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FreightObservationsTest {
  private final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();
  private final ObservationRegistry registry = ObservationRegistry.create();
  private final FreightObservations observations = new FreightObservations(registry);
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(server.baseUrl())
          .agentKey(server.createBroker("25.00").agentKey())
          .listener(observations)
          .interceptor(observations)
          .build();

  FreightObservationsTest() {
    registry.observationConfig().observationHandler(new Recorder());
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void eachAttemptIsObservedWithOperationAndStatus() {
    server.faults().next(Operation.GET_BALANCE, Fault.status(503));
    client.getBalance();
    assertThat(stopped).extracting(context -> tag(context, "status")).containsExactly("503", "200");
    assertThat(stopped)
        .extracting(Observation.Context::getName)
        .containsOnly("freight.client.requests");
    assertThat(stopped.get(0).getContextualName()).isEqualTo("GET /v1/agent/balance");
    assertThat(tag(stopped.get(0), "operation")).isEqualTo("getBalance");
  }

  /** Its path is the caller's, and may name whom it is about. */
  @Test
  void aCallByItsPathIsNamedByItsMethod() {
    assertThatThrownBy(() -> client.call(HttpMethod.DELETE, "/v1/agent/notes/7", null)).isNotNull();
    Observation.Context call =
        stopped.stream()
            .filter(context -> tag(context, "operation").equals("other"))
            .findFirst()
            .orElseThrow();
    assertThat(call.getContextualName()).isEqualTo("DELETE");
  }

  @Test
  void anAttemptWithoutAnAnswerIsAnError() {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    assertThatThrownBy(
            () ->
                client.createLoad(
                    Loads.load(),
                    io.freightsdk.CallOptions.builder().retryPolicy(RetryPolicy.none()).build()))
        .isNotNull();
    // The list of prices, which nobody waits for, may be read meanwhile.
    Observation.Context failed =
        stopped.stream()
            .filter(context -> tag(context, "operation").equals("createLoad"))
            .findFirst()
            .orElseThrow();
    assertThat(failed.getError()).isNotNull();
    assertThat(tag(failed, "status")).isEqualTo("none");
    assertThat(tag(failed, "exception")).endsWith("Exception");
  }

  @Test
  void theCallersObservationIsTheParentAlsoOfAFuture() {
    Observation parent = Observation.start("dispatch", registry);
    parent.scoped(
        () -> {
          client.getBalance();
          client.async().getBalance().join();
        });
    parent.stop();
    assertThat(stopped).hasSize(3);
    assertThat(stopped.subList(0, 2))
        .extracting(Observation.Context::getParentObservation)
        .containsOnly((ObservationView) parent);
  }

  private static String tag(Observation.Context context, String key) {
    KeyValue value = Objects.requireNonNull(context.getLowCardinalityKeyValue(key));
    return value.getValue();
  }

  /** Also does what a tracing handler does: it writes a header. */
  private final class Recorder implements ObservationHandler<Observation.Context> {
    @Override
    @SuppressWarnings("unchecked") // The carrier is what the context's own setter takes.
    public void onStart(Observation.Context context) {
      if (!(context instanceof SenderContext<?> sender)) return;
      SenderContext<Object> outgoing = (SenderContext<Object>) sender;
      outgoing.getSetter().set(outgoing.getCarrier(), "X-Trace", "1");
    }

    @Override
    public void onStop(Observation.Context context) {
      stopped.add(context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }
}
