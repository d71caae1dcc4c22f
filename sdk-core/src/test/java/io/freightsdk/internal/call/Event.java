package io.freightsdk.internal.call;

import io.freightsdk.SpendGuard;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.transport.Exchange;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a call, for its machine.
 *
 * @param ofARequest whether a request is out when it happens
 */
record Event(boolean ofARequest, BiFunction<CallMachine<?>, Long, Next<?>> told) {
  private static Event of(BiFunction<CallMachine<?>, Long, Next<?>> told) {
    return new Event(false, told);
  }

  /** Tells it, after a request has left that was to be sent at once. */
  static Next<?> on(CallMachine<?> machine, Event event, long now) {
    return on(machine, event, now, now);
  }

  static Next<?> on(CallMachine<?> machine, Event event, long sentAt, long now) {
    if (event.ofARequest) machine.sending(sentAt);
    return event.told.apply(machine, now);
  }

  static Event came(Exchange.Result came) {
    return new Event(true, (machine, now) -> arrived(machine, came, now));
  }

  private static <T> Next<T> arrived(CallMachine<T> machine, Exchange.Result came, long now) {
    return machine.arrived(machine.heard(came), now);
  }

  static Event priced(@Nullable Price price, @Nullable Throwable why) {
    return of((machine, now) -> machine.priced(price, why, now));
  }

  static Event decided(SpendGuard.Decision decision) {
    return of((machine, now) -> machine.decided(decision, now));
  }

  static Event threw(String what, Throwable thrown) {
    return of((machine, now) -> machine.threw(what, thrown));
  }

  /** The attempt has stood in line for longer than a price may be old. */
  static Event renewed() {
    return of((machine, now) -> machine.renew());
  }

  static Event waited() {
    return of(CallMachine::waited);
  }

  static Event toppedUp(boolean goOn) {
    return of((machine, now) -> machine.toppedUp(goOn, now));
  }

  static Event timeUp() {
    return of((machine, now) -> machine.timeUp());
  }

  /**
   * The call was ended from outside.
   *
   * @param neverSent false when a request is out
   */
  static Event ended(Call.End end, boolean neverSent) {
    return new Event(!neverSent, (machine, now) -> machine.ended(end, neverSent));
  }
}
