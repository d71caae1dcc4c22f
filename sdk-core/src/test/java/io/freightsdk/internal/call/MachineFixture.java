package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;

/** One call's machine, driven by hand. */
abstract class MachineFixture {
  long now;
  CallMachine<?> machine = paid(Operation.CREATE_LOAD);

  static CallMachine<?> paid(Operation operation) {
    return Machines.machine(operation, CallOptions.DEFAULT, RetryPolicy.standard());
  }

  private long sentAt;

  Next<?> on(Event event) {
    Next<?> next = Event.on(machine, event, sentAt, now);
    if (next instanceof Next.Send<?>) sentAt = now;
    return next;
  }

  /** To the moment when the request is out. */
  void send(BigDecimal price) {
    assertThat(machine.start(now)).isInstanceOf(Next.AskPrice.class);
    assertThat(on(Machines.priced(price))).isInstanceOf(Next.Reserve.class);
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
  }

  /** From a pause to the next request, at this price if it has to be reserved again. */
  void sendAgain(BigDecimal price) {
    Next<?> next = on(Event.waited());
    if (next instanceof Next.AskPrice<?>) next = on(Machines.priced(price));
    if (next instanceof Next.Reserve<?>) next = on(Machines.reserved());
    assertThat(next).isInstanceOf(Next.Send.class);
  }

  void advance(Duration by) {
    now += by.toNanos();
  }

  static FreightException failure(Next<?> action) {
    assertThat(action).isInstanceOf(Next.Fail.class);
    return ((Next.Fail<?>) action).failure();
  }

  static Charge charge(String text) {
    return switch (text) {
      case "NONE" -> Charge.NONE;
      case "UNKNOWN" -> Charge.UNKNOWN;
      default -> Charge.charged(new BigDecimal(text));
    };
  }

  static BigDecimal price(Operation operation) {
    return operation == Operation.CREATE_LOAD ? Machines.CREATE : Machines.READ;
  }

  /** What came back of a request, by its name in a table. */
  static Event wire(String said, Operation operation) {
    return switch (said) {
      case "success" -> Machines.success(operation);
      case "lost" -> Machines.lost();
      case "neverSent" -> Machines.neverSent();
      case "timeout" -> Event.came(WireFailure.timedOut(false));
      case "timeoutUnsent" -> Event.came(WireFailure.timedOut(true));
      case "untrusted" -> Machines.broken(WireFailure.Kind.CERTIFICATE, true);
      case "foreign" -> Machines.broken(WireFailure.Kind.FOREIGN, false);
      case "foreignUnsent" -> Machines.broken(WireFailure.Kind.FOREIGN, true);
      case "refusedUnread" -> Machines.broken(WireFailure.Kind.REFUSED_UNREAD, true);
      case "billing" -> Machines.billingUnavailable();
      case "funds" -> Machines.insufficientFunds(price(operation));
      case "unreadable" ->
          Machines.answered(
              operation == Operation.CREATE_LOAD ? 201 : 200, "{\"loadNumber\":\"LD-2026-0001\"");
      case "otherLoad" ->
          Machines.answered(
              200,
              "{\"loadNumber\":\"LD-2026-0099\",\"status\":\"PLANNED\",\"createdAt\":"
                  + "\"2026-11-20T10:00:00Z\",\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}");
      case "cancelled" -> Event.ended(new Call.End("the caller"), false);
      case "gateway403" -> Machines.answered(403, "<html>who are you</html>");
      case "gateway307" -> Machines.answered(307, "");
      case "404" -> Machines.answered(404, "{\"error\":\"Load not found\"}");
      default -> Machines.answered(Integer.parseInt(said), "{\"error\":\"no\"}");
    };
  }
}
