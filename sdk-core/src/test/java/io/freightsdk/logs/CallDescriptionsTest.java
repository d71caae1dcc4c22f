package io.freightsdk.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages and log lines name the order or load of their call. */
class CallDescriptionsTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("1.00");
  private final LogLines log = new LogLines();

  @AfterEach
  void stop() {
    try (world;
        log) {
      server.close();
    }
  }

  private FreightClient.Builder builder() {
    return world.builder().agentKey(broker.agentKey());
  }

  private static CreateLoadInput order(String reference) {
    return SampleLoads.twoStops().toBuilder().customerRef(reference).build();
  }

  @ParameterizedTest
  @EnumSource
  void messageNamesTheLoad(CallStyle style) {
    try (FreightClient client = builder().build()) {
      LoadNotFoundException failure =
          catchThrowableOfType(
              LoadNotFoundException.class, () -> style.getLoadPosition(client, "LD-1999-0001"));
      assertThat(failure)
          .hasMessageStartingWith("getLoadPosition LD-1999-0001: refused with HTTP 404");
    }
  }

  @ParameterizedTest
  @EnumSource
  void messageOfACreationNamesItsReference(CallStyle style) {
    try (FreightClient client = builder().build()) {
      style.createLoad(client, order("PO-1006"));
      InsufficientFundsException failure =
          catchThrowableOfType(
              InsufficientFundsException.class, () -> style.createLoad(client, order("PO-1007")));
      assertThat(failure).hasMessageStartingWith("createLoad for PO-1007: balance 0.35 USD");
    }
  }

  @ParameterizedTest
  @EnumSource
  void messageOfAnUnsentCallNamesItsReference(CallStyle style) {
    FreightClient client = builder().build();
    client.close();
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, order("PO-1007")));
    assertThat(failure).hasMessageStartingWith("createLoad for PO-1007: this client is closed");
  }

  @Test
  void referenceCannotStartANewLogLine() {
    try (FreightClient client = builder().build()) {
      client.createLoad(order("PO-1006"));
      FreightException failure =
          catchThrowableOfType(
              FreightException.class,
              () -> client.createLoad(order("PO-1007\r\nERROR all is lost\u2028x")));
      assertThat(failure)
          .hasMessageStartingWith("createLoad for PO-1007??ERROR all is lost?x: balance");
    }
  }

  @ParameterizedTest
  @EnumSource
  void warningOfALostReadNamesTheLoadAndTheNextStep(CallStyle style) {
    try (FreightClient client = builder().build()) {
      String load = style.createLoad(client, order("PO-1006")).loadNumber();
      broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
      FreightException lost =
          catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));
      String advice =
          "it may have been charged, look for it in the broker console before you repeat the call";
      assertThat(lost).hasMessageEndingWith(advice);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("getLoadPosition " + load + " [" + lost.callId() + "]")
          .endsWith(advice);
    }
  }

  @ParameterizedTest
  @EnumSource
  void warningsNameOnlyTheIdsThatExist(CallStyle style) {
    try (FreightClient client = builder().retryPolicy(RetryPolicy.none()).build()) {
      String load = style.createLoad(client, order("PO-1006")).loadNumber();
      CallOptions withKey = CallOptions.builder().idempotencyKey("PO-1007").build();
      broker.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
      catchThrowableOfType(
          FreightException.class, () -> style.createLoad(client, order("PO-1007"), withKey));
      broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
      catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));
      broker.faults().next(Operation.GET_LOAD_POSITION, Fault.status(500));
      catchThrowableOfType(FreightException.class, () -> style.getLoadPosition(client, load));

      assertThat(log.warnings()).hasSize(3).noneMatch(line -> line.contains("null"));
      assertThat(log.warnings().get(0)).contains("Exception, idempotency key PO-1007: createLoad");
      assertThat(log.warnings().get(1)).contains("Exception: getLoadPosition");
      assertThat(log.warnings().get(2))
          .containsPattern("Exception, request id \\S+: getLoadPosition");
    }
  }

  @ParameterizedTest
  @EnumSource
  void warningOfALostCreationNamesTheReferenceAndTheNextStep(CallStyle style) {
    try (FreightClient client = builder().retryPolicy(RetryPolicy.none()).build()) {
      broker.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
      FreightException lost =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, order("PO-1006")));
      String advice = "it may have been charged, repeat with the same idempotency key";
      assertThat(lost).hasMessageEndingWith(advice);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("createLoad for PO-1006 [" + lost.callId() + "]")
          .endsWith(advice);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eventsOfACallHaveOneCallId(CallStyle style) {
    List<CallEvent> events = new CopyOnWriteArrayList<>();
    try (FreightClient client = builder().listener(events::add).build()) {
      style.createLoad(client, order("PO-1006"));
      broker.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
      broker.credit("10.00");
      CallOptions own = CallOptions.builder().idempotencyKey("order-1007").build();
      style.createLoad(client, order("PO-1007"), own);

      List<CallEvent> second =
          events.stream().filter(event -> "order-1007".equals(event.idempotencyKey())).toList();
      assertThat(second)
          .hasExactlyElementsOfTypes(
              CallEvent.AttemptEnded.class, CallEvent.AttemptEnded.class, CallEvent.CallEnded.class)
          .allMatch(event -> event.callId().equals(second.get(0).callId()));
      assertThat(events)
          .filteredOn(CallEvent.CallEnded.class::isInstance)
          .extracting(CallEvent::callId)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void warningOfAFailedListenerNamesTheCall() {
    FreightClient.Builder throwing =
        builder()
            .listener(
                event -> {
                  throw new IllegalStateException("of the listener");
                });
    try (FreightClient client = throwing.build()) {
      client.createLoad(order("PO-1006"));
      assertThat(log.warnings())
          .anyMatch(line -> line.startsWith("createLoad for PO-1006 ["))
          .as("including the price list that the client reads automatically")
          .allMatch(line -> line.matches("\\w+.* \\[\\w+]: a CallListener threw an exception.*"));
    }
  }

  @Test
  void toStringOfAClientHasTheAddressAndNoKey() {
    try (FreightClient client = builder().build()) {
      assertThat(client)
          .hasToString("FreightClient[https://freight.test]")
          .asString()
          .doesNotContain(broker.agentKey());
      assertThat(client.async()).hasToString("AsyncFreightClient[https://freight.test]");
    }
  }
}
