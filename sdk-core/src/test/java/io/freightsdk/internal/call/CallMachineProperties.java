package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What is true of every call, whatever happens to it, in whatever order, however late. */
class CallMachineProperties {
  private static final List<Operation> PAID =
      List.of(
          Operation.CREATE_LOAD,
          Operation.GET_LOAD_POSITION,
          Operation.CREATE_TRACKED_LOAD,
          Operation.GET_TRACKED_LOAD_POSITION);

  /** More top-ups than a story has room for would let it go on for ever. */
  private static final int MAX_TOP_UPS = 3;

  @Property(tries = 4_000)
  void aCallEndsInTimeReservesWhatItSendsAndSaysWhatItCost(
      @ForAll @IntRange(min = 0, max = 3) int operation,
      @ForAll @IntRange(min = 1, max = 5) int maxAttempts,
      @ForAll boolean retryUnknownReads,
      @ForAll boolean ownDeadline,
      @ForAll boolean limited,
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 9_999) Integer> choices) {
    Story story =
        new Story(
            PAID.get(operation), maxAttempts, retryUnknownReads, ownDeadline, limited, choices);
    story.tell();
  }

  @Property(tries = 1_000)
  void aFreeCallCostsNothingAndAsksForNoMoney(
      @ForAll @IntRange(min = 1, max = 5) int maxAttempts,
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 9_999) Integer> choices) {
    Story story = new Story(Operation.GET_BALANCE, maxAttempts, false, false, false, choices);
    story.tell();
    assertThat(story.machine.total()).isEqualTo(Charge.NONE);
    assertThat(story.asked).as("prices asked for").isZero();
  }

  /** One call as its driver and the world would tell it, with what was true beside it. */
  private static final class Story {
    private final Operation operation;
    private final int maxAttempts;
    private final boolean needsPrice;
    private final boolean ownDeadline;
    private final List<Integer> choices;
    private final CallMachine<?> machine;
    private int next;
    private long now;
    private long end;
    private int topUps;
    private int asked;
    private @Nullable BigDecimal price;
    private boolean held;
    private boolean mayHaveBeenCharged;
    private boolean lost;
    private BigDecimal charged = BigDecimal.ZERO;

    Story(
        Operation operation,
        int maxAttempts,
        boolean retryUnknownReads,
        boolean ownDeadline,
        boolean limited,
        List<Integer> choices) {
      this.operation = operation;
      this.maxAttempts = maxAttempts;
      this.needsPrice = limited;
      this.ownDeadline = ownDeadline;
      this.choices = choices;
      CallOptionsBuilder options = CallOptions.builder();
      if (ownDeadline) options.deadline(Machines.DEADLINE);
      RetryPolicy policy =
          RetryPolicy.builder()
              .maxAttempts(maxAttempts)
              .retryUnknownReads(retryUnknownReads)
              .build();
      this.now = choose(2) == 0 ? 0 : Long.MAX_VALUE - choose(1_000);
      this.end = now + Machines.DEADLINE.toNanos();
      this.machine = Machines.machine(operation, options.build(), policy, limited, now);
    }

    private int choose(int below) {
      return next < choices.size() ? choices.get(next++) % below : 0;
    }

    void tell() {
      Next<?> action = machine.start(now);
      int steps = 0;
      while (!(action instanceof Next.Succeed<?>) && !(action instanceof Next.Fail<?>)) {
        assertThat(++steps).as("steps without an end").isLessThan(500);
        check(action);
        Next<?> before = action;
        now += TimeUnit.MILLISECONDS.toNanos(choose(3) == 2 ? choose(40_000) : choose(300));
        Event event = event(action);
        action = event.ofARequest() ? answered(event) : Event.on(machine, event, now);
        machine.takeLast();
        if (before instanceof Next.AwaitTopUp<?>) {
          if (!ownDeadline) end += now - topUpBegan;
        }
      }
      checkEnd(action);
    }

    private long topUpBegan;
    private long sentAt;

    private Next<?> answered(Event event) {
      Duration timeout = machine.sending(sentAt);
      assertThat(timeout).isPositive().isLessThanOrEqualTo(Duration.ofNanos(end - sentAt));
      return event.told().apply(machine, now);
    }

    private void check(Next<?> action) {
      if (action instanceof Next.AskPrice<?>) asked++;
      if (action instanceof Next.AwaitTopUp<?>) topUpBegan = now;
      if (action instanceof Next.Pause<?> pause) {
        assertThat(now + pause.delay().toNanos() - end)
            .as("a pause past the deadline")
            .isNegative();
      }
      if (!(action instanceof Next.Send<?>)) return;
      assertThat(now - end).as("sent after the deadline").isNegative();
      sentAt = now;
      assertThat(machine.attempts()).isLessThan(maxAttempts + topUps);
      assertThat(machine.mayRenew()).as("renewed once at most").isEqualTo(held && !renewed);
      if (operation.priceKey() == null) return;

      assertThat(held).as("sent with a reservation").isTrue();
      assertThat(machine.priceUsd()).as("the price of the reservation").isEqualTo(price);
      assertThat(needsPrice && price == null).as("sent unpriced under a limit").isFalse();
    }

    private Event event(Next<?> action) {
      if (action instanceof Next.AskPrice<?>) return priced();
      if (action instanceof Next.Reserve<?>) return reserved();
      if (action instanceof Next.Pause<?>) {
        return choose(10) == 9 ? cancelled(true) : Event.waited();
      }
      if (action instanceof Next.AwaitTopUp<?>) return toppedUp();
      return machine.mayRenew() && choose(5) == 4 ? renewed() : ofTheWire();
    }

    private boolean renewed;

    private Event renewed() {
      renewed = true;
      held = false;
      return Event.renewed();
    }

    private Event priced() {
      List<String> prices = List.of("0.65", "0.65", "0.65", "0.02", "5.00", "0");
      int choice = choose(8);
      price = choice < prices.size() ? new BigDecimal(prices.get(choice)) : null;
      return Event.priced(
          Machines.price(price), choice == 6 ? new IllegalStateException("down") : null);
    }

    private Event reserved() {
      return switch (choose(12)) {
        case 9 -> Event.decided(Machines.limitReached(null));
        case 10 -> Event.decided(SpendGuard.KeyRefused.TOO_OLD);
        case 11 -> Event.threw("the spend guard", new IllegalStateException("away"));
        default -> {
          held = true;
          yield Machines.reserved();
        }
      };
    }

    private Event toppedUp() {
      held = false;
      boolean goOn = topUps < MAX_TOP_UPS && choose(3) != 0;
      if (goOn) topUps++;
      return goOn || choose(4) != 3
          ? Event.toppedUp(goOn)
          : Event.threw("the top-up policy", new IllegalStateException("no bank"));
    }

    private Event ofTheWire() {
      renewed = false;
      return switch (choose(16)) {
        default -> {
          maybe(true);
          yield Machines.success(operation);
        }
        case 2 -> Machines.billingUnavailable();
        case 3 -> lost(Machines.answered(500, "oops"));
        case 4 -> lost(Machines.lost());
        case 5 -> Machines.neverSent();
        case 6 -> Machines.broken(WireFailure.Kind.CERTIFICATE, true);
        case 7 -> lost(Machines.broken(WireFailure.Kind.FOREIGN, false));
        case 8 -> Machines.insufficientFunds(new BigDecimal("5.00"));
        case 9 -> lost(Machines.answered(403, "<html>a gateway</html>"));
        case 10 -> unreadable();
        case 11 -> Event.timeUp();
        case 12 -> lost(cancelled(false));
        case 13 -> cancelled(true);
        case 14 ->
            lost(
                Event.ended(new Call.End("the deadline has passed", Duration.ofSeconds(1)), false));
        case 15 -> Event.threw("the agent key supplier", new SupplierFault());
      };
    }

    /** The status of a read says that it was charged, whatever its body says. */
    private Event unreadable() {
      boolean read =
          operation == Operation.GET_LOAD_POSITION
              || operation == Operation.GET_TRACKED_LOAD_POSITION;
      maybe(read);
      return Machines.answered(200, "{\"what\":");
    }

    private static final class SupplierFault extends Error {
      private static final long serialVersionUID = 1;
    }

    private static Event cancelled(boolean neverSent) {
      return Event.ended(new Call.End("the test wants it"), neverSent);
    }

    private Event lost(Event event) {
      maybe(false);
      return event;
    }

    private void maybe(boolean certain) {
      if (operation.priceKey() == null) return;
      boolean oncePerKey = operation == Operation.CREATE_LOAD;
      mayHaveBeenCharged = true;
      if (certain && price != null) {
        charged = oncePerKey ? price : charged.add(price);
      } else {
        lost = true;
        // What may have been charged once needs room of its own for another time.
        if (!oncePerKey) held = false;
      }
    }

    private void checkEnd(Next<?> action) {
      Charge told =
          action instanceof Next.Fail<?> failed ? failed.failure().charge() : machine.total();
      assertThat(told).as("what the failure says, beside the call").isEqualTo(machine.total());
      if (told.equals(Charge.NONE)) {
        assertThat(mayHaveBeenCharged).as("NONE, but an attempt may be charged").isFalse();
      }
      if (told.kind() != Charge.Kind.CHARGED) return;

      assertThat(told.amountUsd()).isEqualByComparingTo(charged);
      boolean oncePerKey = operation == Operation.CREATE_LOAD;
      assertThat(lost && !oncePerKey).as("CHARGED beside a charge that is open").isFalse();
    }
  }
}
