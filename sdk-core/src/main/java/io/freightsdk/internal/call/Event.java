package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Spending.Price;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that happened to a call, for its {@link CallMachine}. */
sealed interface Event {
  /**
   * The price as known now; null with the reason when it cannot be learned.
   *
   * @param reservedLongAgo whether much time has passed since the money was reserved
   */
  record Priced(@Nullable Price price, @Nullable Throwable failure, boolean reservedLongAgo)
      implements Event {}

  /**
   * In line for the wire the call was overtaken by another price; nothing was sent yet.
   *
   * @param price null when none stands
   */
  record Repriced(@Nullable Price price) implements Event {}

  /** What the books said to the wish to spend. */
  record Decided(SpendDecision decision) implements Event {}

  /** Code around the call threw an exception; {@code what} names that code. */
  record Threw(String what, Throwable thrown) implements Event {}

  /** The request of an attempt could not be built, because code around the call threw. */
  record Unsent(String what, Throwable thrown) implements Event {}

  record Answered(WireAnswer answer) implements Event {}

  record Broken(WireFailure failure) implements Event {}

  /** A pause is over. */
  record Waited() implements Event {}

  /** The wait for a top-up is over; {@code goOn} says that the call may be sent again. */
  record ToppedUp(boolean goOn) implements Event {}

  /** The deadline passed while the call waited for the limiter. */
  record TimeUp() implements Event {}

  /**
   * The call was ended from outside.
   *
   * @param neverSent false when a request is out that the service may have
   * @param queued whether a request that was to be sent has not left
   */
  record Ended(End end, boolean neverSent, boolean queued) implements Event {}

  /**
   * Why a call is ended from outside.
   *
   * @param why as a part of a message
   * @param deadline of the caller, when that has passed; null when the caller ended the call
   */
  record End(String why, @Nullable Duration deadline) {
    End(String why) {
      this(why, null);
    }

    /** While nothing is on the wire; {@code queued} when a request waits for its place. */
    Event unsent(boolean queued) {
      return new Ended(this, true, queued);
    }
  }
}
