package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LogLines;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FreightObservationsIT {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
  private static final CallOptions STALE_IF_ERROR =
      CallOptions.builder().staleIfError(Duration.ofHours(1)).build();

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  /** Throws if an observation is stopped twice, or a scope is not closed. */
  private final TestObservationRegistry observations = TestObservationRegistry.create();

  private final List<Observation.Context> ended = new CopyOnWriteArrayList<>();
  private final List<FreightClient> clients = new ArrayList<>();
  @AutoClose private final LogLines log = new LogLines();

  /** Null in a test in which nothing throws. */
  private @Nullable Throwing throwing;

  @BeforeEach
  void recordEnds() {
    handle(
        new ObservationHandler<>() {
          @Override
          public void onStop(Observation.Context context) {
            ended.add(context);
          }

          @Override
          public boolean supportsContext(Observation.Context context) {
            return true;
          }
        });
  }

  @AfterEach
  void close() {
    clients.forEach(FreightClient::close);
    server.close();
    if (throwing == null) assertThat(log.warnings()).noneMatch(line -> line.contains("CallTracer"));
  }

  private void handle(ObservationHandler<Observation.Context> handler) {
    observations.observationConfig().observationHandler(handler);
  }

  private FreightClient client() {
    return client(null);
  }

  /** A client that has read the prices. */
  private FreightClient client(@Nullable FreightCallConvention convention) {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build())
            .tracer(new FreightObservations(observations, convention))
            .build();
    clients.add(client);
    client.createLoad(MeteredLoads.load());
    ended.clear();
    return client;
  }

  private String load() {
    return server.loads(1).get(0).loadNumber();
  }

  private static CallOptions keyed(String key) {
    return CallOptions.builder().idempotencyKey(key).build();
  }

  private static Map<String, String> tags(Iterable<KeyValue> tags) {
    Map<String, String> all = new TreeMap<>();
    for (KeyValue tag : tags) all.put(tag.getKey(), tag.getValue());
    return all;
  }

  private static Map<String, String> low(Observation.Context context) {
    return tags(context.getLowCardinalityKeyValues());
  }

  private static Map<String, String> high(Observation.Context context) {
    return tags(context.getHighCardinalityKeyValues());
  }

  /** The observation that ended last. */
  private Observation.Context last() {
    return ended.get(ended.size() - 1);
  }

  @ParameterizedTest
  @EnumSource
  void callHasItsRequestsBelowIt(CallStyle style) {
    FreightClient client = client();
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    style.createLoad(client, MeteredLoads.load(), keyed("acme/PO-7"));

    assertThat(ended)
        .extracting(Observation.Context::getContextualName)
        .containsExactly("POST /v1/agent/loads", "POST /v1/agent/loads", "freight create-load");
    assertThat(ended)
        .extracting(Observation.Context::getName)
        .containsExactly("freight.requests", "freight.requests", "freight.calls");
    Observation.Context call = ended.get(2);
    assertThat(low(call))
        .containsExactly(
            Map.entry("charge", "charged"),
            Map.entry("next.step", "none"),
            Map.entry("operation", "createLoad"),
            Map.entry("outcome", "success"));
    assertThat(high(call))
        .containsExactly(
            Map.entry("freight.attempts", "2"),
            Map.entry("freight.charge.usd", "0.65"),
            Map.entry("freight.idempotency.key", "acme/PO-7"),
            Map.entry("freight.load.number", load()));
    assertThat(ended.subList(0, 2))
        .allSatisfy(
            request -> {
              assertThat(request.getParentObservation().getContextView()).isSameAs(call);
              assertThat(request)
                  .isInstanceOfSatisfying(
                      SenderContext.class,
                      sender -> assertThat(sender.getKind()).isEqualTo(Kind.CLIENT));
            });
    assertThat(low(ended.get(0)))
        .containsExactly(
            Map.entry("charge", "unknown"),
            Map.entry("operation", "createLoad"),
            Map.entry("status", "none"));
    assertThat(ended.get(0).getError()).isNotNull();
    assertThat(low(ended.get(1))).containsEntry("status", "201").containsEntry("charge", "charged");
  }

  @ParameterizedTest
  @EnumSource
  void parentIsTheObservationOfTheCaller(CallStyle style) {
    FreightClient client = client();
    Observation web = Observation.start("http.server.requests", observations);
    try (Observation.Scope scope = web.openScope()) {
      style.getBalance(client);
      assertThat(observations.getCurrentObservation()).isSameAs(scope.getCurrentObservation());
    }
    assertThat(last().getParentObservation()).isSameAs(web);
  }

  /** A listener, and so a log line, belongs to the call. */
  @ParameterizedTest
  @EnumSource
  void callIsCurrentOnItsThread(CallStyle style) {
    List<String> current = new CopyOnWriteArrayList<>();
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .tracer(new FreightObservations(observations))
            .listener(
                event ->
                    current.add(observations.getCurrentObservation().getContextView().getName()))
            .build()) {
      style.getBalance(client);
    }
    assertThat(current).containsExactly("freight.calls", "freight.calls");
    assertThat(observations.getCurrentObservation()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void failureHasItsChargeAndNextStep(CallStyle style) {
    FreightClient client = client();
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    Throwable failure = catchThrowable(() -> style.getLoadPosition(client, load()));

    assertThat(low(last()))
        .containsEntry("outcome", "failure")
        .containsEntry("charge", "unknown")
        .containsEntry("next.step", "none");
    assertThat(high(last()))
        .containsExactly(
            Map.entry("freight.attempts", "1"), Map.entry("freight.load.number", load()));
    assertThat(last().getError()).isSameAs(failure);
  }

  @ParameterizedTest
  @EnumSource
  void failedCreationHasItsKey(CallStyle style) {
    FreightClient client = client();
    server.faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    Throwable failure =
        catchThrowable(() -> style.createLoad(client, MeteredLoads.load(), keyed("acme/PO-8")));

    assertThat(last().getError()).isSameAs(failure);
    assertThat(high(last()))
        .containsExactly(
            Map.entry("freight.attempts", "4"), Map.entry("freight.idempotency.key", "acme/PO-8"));
  }

  @ParameterizedTest
  @EnumSource
  void refusedCallHasNoRequest(CallStyle style) {
    FreightClient client = client();
    CallOptions cheap = CallOptions.builder().maxPrice("0.01").build();
    Throwable failure = catchThrowable(() -> style.createLoad(client, MeteredLoads.load(), cheap));

    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(ended).hasSize(1);
    assertThat(low(last()))
        .containsEntry("outcome", "failure")
        .containsEntry("charge", "none")
        .containsEntry("next.step", "raise_limit");
    assertThat(high(last()))
        .containsEntry("freight.attempts", "0")
        .containsEntry("freight.charge.usd", "0");
  }

  @ParameterizedTest
  @EnumSource
  void sharedAndStalePositionsAreShownAsSuch(CallStyle style) {
    FreightClient client = client();
    String load = load();
    style.getLoadPosition(client, load, SHARED);
    assertThat(low(last())).containsEntry("outcome", "success");
    ended.clear();

    style.getLoadPosition(client, load, SHARED);
    assertThat(ended).hasSize(1);
    assertThat(low(last())).containsEntry("outcome", "shared").containsEntry("charge", "none");
    assertThat(high(last())).containsEntry("freight.attempts", "0");

    server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    style.getLoadPosition(client, load, STALE_IF_ERROR);
    assertThat(low(last())).containsEntry("outcome", "stale").containsEntry("charge", "unknown");
    assertThat(last().getError()).isNull();
  }

  @Test
  void cancelledFutureEndsItsRequest() {
    FreightClient client = client();
    server.faults().next(Operation.GET_BALANCE, Fault.delay(Duration.ofHours(1)));
    CompletableFuture<?> future = client.async().getBalance();
    future.cancel(true);
    client.close();

    assertThat(low(last()))
        .containsEntry("operation", "getBalance")
        .containsEntry("outcome", "failure");
    assertThat(last().getError()).hasMessageContaining("cancelled");
  }

  @ParameterizedTest
  @EnumSource
  void conventionChangesNames(CallStyle style) {
    FreightCallConvention own =
        new FreightCallConvention() {
          @Override
          public String getName() {
            return "broker.calls";
          }

          @Override
          public KeyValues getLowCardinalityKeyValues(FreightCallContext context) {
            return FreightCallConvention.super
                .getLowCardinalityKeyValues(context)
                .and("paid", String.valueOf(context.operation().priceKey() != null));
          }
        };
    style.getBalance(client(own));

    assertThat(last().getName()).isEqualTo("broker.calls");
    assertThat(low(last())).containsEntry("paid", "false").containsEntry("outcome", "success");
  }

  @ParameterizedTest
  @EnumSource
  void predicateSwitchesCallsAndRequestsOff(CallStyle style) {
    observations
        .observationConfig()
        .observationPredicate((name, context) -> !name.startsWith("freight."));
    style.getBalance(client());

    assertThat(ended).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void tagsAndErrorsShowNoSecret(CallStyle style) {
    FreightClient client = client();
    String phone = "+13125550142";
    server.faults().next(Operation.CREATE_LOAD, Fault.status(500));
    style.createLoad(client, MeteredLoads.load(), keyed("acme/PO-8"));
    Throwable unknown = catchThrowable(() -> style.getLoadPosition(client, phone));

    assertThat(unknown).isNotNull();
    assertThat(high(last())).containsEntry("freight.load.number", "***");
    assertThat(ended)
        .hasSizeGreaterThan(4)
        .allSatisfy(
            context ->
                assertThat(context + " " + context.getError())
                    .doesNotContain(broker.agentKey(), phone, "://")
                    .doesNotContain(MeteredLoads.DRIVER_PHONE)
                    .doesNotContain(server.loads(1).get(0).driverToken()));
  }

  // --- exceptions of the application ---

  /** The code of the application that throws. */
  private enum Place {
    ON_START,
    ON_SCOPE_OPENED,
    ON_SCOPE_CLOSED,
    ON_STOP,
    FILTER,
    PREDICATE,
    NAME,
    SPAN_NAME,
    LOW_CARDINALITY_TAGS,
    HIGH_CARDINALITY_TAGS
  }

  private static Stream<Arguments> places() {
    return Stream.of(Place.values())
        .flatMap(place -> Stream.of(CallStyle.values()).map(style -> Arguments.of(place, style)));
  }

  /** Everything of an application, of which one place throws. */
  private final class Throwing
      implements ObservationHandler<Observation.Context>, FreightCallConvention {
    private final Place place;
    private boolean isArmed;

    Throwing(Place place) {
      this.place = place;
      handle(this);
      observations
          .observationConfig()
          .observationFilter(
              context -> {
                at(Place.FILTER);
                return context;
              })
          .observationPredicate(
              (name, context) -> {
                at(Place.PREDICATE);
                return true;
              });
    }

    private void at(Place here) {
      if (isArmed && here == place) throw new IllegalStateException("thrown by " + here);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }

    @Override
    public void onStart(Observation.Context context) {
      at(Place.ON_START);
    }

    @Override
    public void onScopeOpened(Observation.Context context) {
      at(Place.ON_SCOPE_OPENED);
    }

    @Override
    public void onScopeClosed(Observation.Context context) {
      at(Place.ON_SCOPE_CLOSED);
    }

    @Override
    public void onStop(Observation.Context context) {
      at(Place.ON_STOP);
    }

    @Override
    public String getName() {
      at(Place.NAME);
      return FreightCallConvention.super.getName();
    }

    @Override
    public String getContextualName(FreightCallContext context) {
      at(Place.SPAN_NAME);
      return FreightCallConvention.super.getContextualName(context);
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(FreightCallContext context) {
      at(Place.LOW_CARDINALITY_TAGS);
      return FreightCallConvention.super.getLowCardinalityKeyValues(context);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(FreightCallContext context) {
      at(Place.HIGH_CARDINALITY_TAGS);
      return FreightCallConvention.super.getHighCardinalityKeyValues(context);
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void exceptionLeavesAPaidSuccess(Place place, CallStyle style) {
    throwing = new Throwing(place);
    FreightClient client = client(throwing);
    throwing.isArmed = true;

    assertThat(style.createLoad(client, MeteredLoads.load()).charge())
        .isEqualTo(Charge.charged("0.65"));
    assertThat(broker.balanceUsd()).isEqualByComparingTo("23.70");
    assertThat(log.warnings())
        .isNotEmpty()
        .containsOnly("createLoad: a CallTracer threw an exception; the call continues");
    assertThat(log.stackTraces()).contains("thrown by " + place);
  }

  @ParameterizedTest
  @EnumSource
  void throwingHandlerLeavesNoActiveTimer(CallStyle style) {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    throwing = new Throwing(Place.ON_START);
    FreightClient client = client(throwing);
    throwing.isArmed = true;

    style.getBalance(client);
    assertThat(meters.get("freight.calls.active").longTaskTimers())
        .isNotEmpty()
        .allMatch(timer -> timer.activeTasks() == 0);
  }
}
