package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.KeyRefused;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.simulation.CallLog.Attempt;
import io.freightsdk.simulation.Evidence.Cap;
import io.freightsdk.simulation.Evidence.Debit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sees which {@link Edge} a world comes to. */
final class Edges {
  private static final long MILLISECOND = 1_000_000L;
  private static final Duration TOO_OLD = Duration.ofHours(24).minusMinutes(5);
  private static final Duration NEARLY = Duration.ofMinutes(6);

  private final World world;
  private final Settings settings;

  /** What was reserved under each key, by whoever remembers it. */
  private final Map<List<Object>, List<Held>> keys = new HashMap<>();

  Edges(World world) {
    this.world = world;
    this.settings = world.settings;
  }

  private void met(Edge edge) {
    world.coverage.met(edge);
  }

  private void met(Edge edge, boolean isMet) {
    if (isMet) world.coverage.met(edge);
  }

  // --- reservations ---

  void asks(Held asked) {
    CallLog call = asked.call;
    int number = call.held.size() - 1;
    if (number == 0) return;
    Held before = call.held.get(number - 1);
    Quote was = before.purchase.quote();
    Quote is = asked.purchase.quote();
    boolean differ = was != null && is != null && !before.attempts.isEmpty();
    int change = differ ? is.usd().compareTo(was.usd()) : 0;
    met(Edge.A_PRICE_ROSE_BETWEEN_TWO_ATTEMPTS, change > 0);
    met(Edge.A_PRICE_FELL_BETWEEN_TWO_ATTEMPTS, change < 0);
    Attempt last = call.last();
    boolean wasSent = last != null && last.held == before;
    met(Edge.RESERVES_AGAIN_AFTER_A_402, wasSent && last.heard == Heard.FUNDS);
    met(Edge.RESERVES_AGAIN_FOR_WHAT_MAY_HAVE_COST, wasSent && !last.heard.isSurelyFree());
    met(Edge.RESERVES_AGAIN_AFTER_A_LONG_WAIT, call.renewals > 0);
  }

  void decided(Held held) {
    CallLog call = held.call;
    met(Edge.THE_GUARD_DECIDES_TOO_LATE, call.hasEnded() && held.isReserved());
    if (held.decision instanceof LimitReached limit) {
      boolean nothing = limit.remainingUsd().signum() == 0;
      met(nothing ? Edge.A_LIMIT_HAS_NOTHING_LEFT : Edge.A_LIMIT_HAS_LESS_LEFT_THAN_THE_PRICE);
      met(Edge.A_LIMIT_REFUSES_A_REPEAT, !call.attempts.isEmpty());
    }
    if (held.decision instanceof KeyRefused why) {
      met(
          switch (why) {
            case TOO_OLD -> Edge.A_KEY_IS_REFUSED_FOR_ITS_AGE;
            case OTHER_BODY -> Edge.A_KEY_IS_REFUSED_FOR_ITS_BODY;
            case OTHER_LOAD -> Edge.A_KEY_IS_REFUSED_FOR_ITS_LOADS;
          });
    }
    if (held.isReserved() && call.chargedKey() != null) aKey(held);
    Quote quote = held.purchase.quote();
    boolean ages = quote != null && quote.readAt() != null && !settings.lateClocks();
    if (!ages) return;
    Duration age = Duration.between(quote.readAt(), call.process.wallClock());
    met(
        Edge.A_PRICE_IS_OLD_WHILE_THE_LIST_IS_AWAY,
        world.pricesAreAway() && age.compareTo(settings.priceLife()) > 0);
  }

  private void aKey(Held held) {
    Object memory = settings.database() ? world : held.call.process;
    List<Held> before =
        keys.computeIfAbsent(List.of(memory, held.call.chargedKey()), any -> new ArrayList<>(2));
    for (Held earlier : before) {
      boolean runs = earlier.isOpen() && earlier.call != held.call;
      met(Edge.A_KEY_IS_USED_BY_TWO_CALLS_AT_ONCE, runs);
      met(
          Edge.A_KEY_THAT_COST_NOTHING_HAS_ANOTHER_BODY,
          !Objects.equals(earlier.purchase.digest(), held.purchase.digest()));
      Duration age = Duration.ofNanos(held.madeAt - earlier.madeAt);
      boolean isNearly = age.plus(NEARLY).compareTo(TOO_OLD) > 0 && age.compareTo(TOO_OLD) < 0;
      met(Edge.A_KEY_IS_SENT_JUST_BEFORE_IT_IS_TOO_OLD, isNearly && earlier.mayHaveCost());
    }
    met(Edge.A_KEY_IS_REPLAYED, held.isReplay());
    before.add(held);
  }

  /** The guard says what a reservation was charged that has ended. */
  void told(Held held, @Nullable Charge charge) {
    met(Edge.THE_GUARD_ANSWERS_AN_END_TOO_LATE, held.call.hasEnded());
    boolean charged = held.outcome != null && held.outcome.kind() == Charge.Kind.CHARGED;
    if (charge == null || !charged || held.call.chargedKey() == null) return;
    Attempt last = held.call.last();
    boolean isDamaged = last != null && last.heard == Heard.UNREADABLE;
    if (charge.kind() == Charge.Kind.UNKNOWN && held.purchase.quote() != null) {
      met(
          isDamaged
              ? Edge.A_DAMAGED_ANSWER_NAMES_ANOTHER_LOAD
              : Edge.A_KEY_IS_ANSWERED_WITH_ANOTHER_LOAD);
    }
    boolean isOfAnother = charge.kind() == Charge.Kind.NONE && !held.isReplay();
    met(Edge.A_KEY_WAS_CHARGED_TO_ANOTHER_CALL_MEANWHILE, isOfAnother);
    met(Edge.A_FAILURE_HEARS_THAT_ANOTHER_CALL_HAS_TOLD_IT, isOfAnother && isDamaged);
  }

  void sleeps() {
    for (SimulatedProcess process : world.processes) {
      for (CallLog call : process.running) {
        boolean waits = call.stage != Stage.SENDING;
        met(Edge.SLEEPS_WITH_A_RESERVATION, waits && call.open() != null);
      }
    }
  }

  // --- steps ---

  void waits(CallLog call) {
    met(Edge.WAITS_BEFORE_THE_LINE, call.stage == Stage.QUEUED && call.returnedNanos >= 0);
    met(
        Edge.A_CALL_IS_REFUSED_TWICE_FOR_WANT_OF_MONEY,
        call.stage == Stage.AWAITING_TOP_UP && call.topUps > 1);
  }

  void sends(CallLog call, Attempt attempt, @Nullable Attempt before) {
    Held held = attempt.held;
    met(Edge.SENT_WITHOUT_A_PRICE, held != null && held.purchase.quote() == null);
    long age = held == null ? 0 : attempt.sentNanos - held.decidedNanos;
    boolean isOld = age > settings.mostHeld().toNanos();
    met(Edge.RESERVED_AGAIN_AND_IS_OLD_AGAIN, isOld && call.renewals > 0);
    met(Edge.ASKED_TO_WAIT_AND_WAITS, before != null && before.asksToWait != null);
    boolean usual = call.spec.options().deadline() == null;
    long deadline = call.begunNanos + settings.deadline().toNanos();
    met(Edge.A_TOP_UP_EXTENDS_A_DEADLINE, usual && attempt.sentNanos > deadline);
  }

  // --- ends ---

  void ends(CallLog call) {
    Held held = call.held.isEmpty() ? null : call.held.get(call.held.size() - 1);
    boolean justDecided =
        held != null
            && held.isReserved()
            && held.attempts.isEmpty()
            && world.time.nanos() - held.decidedNanos < MILLISECOND;
    boolean wasSent = !call.attempts.isEmpty();
    met(Edge.THE_GUARD_DECIDES_AS_ITS_CALL_IS_GIVEN_UP, justDecided && call.cancelled);
    met(Edge.A_CALL_IS_GIVEN_UP_AND_ANSWERED, call.cancelled && call.succeeded());
    if (call.outcome instanceof FreightException failure) {
      met(Edge.A_FAILURE_TELLS_A_CHARGE, failure.charge().kind() == Charge.Kind.CHARGED);
      time(call, failure);
      ends(call, failure, wasSent);
    }
  }

  private void time(CallLog call, FreightException failure) {
    Attempt last = call.last();
    boolean mayRepeat =
        last != null
            && last.heard != null
            && last.heard.mayBeRepeated(call.repeat, call.policy().retryUnknownReads())
            && call.failures() < call.policy().maxAttempts()
            && call.pausedNanos < last.endedNanos
            && !call.cancelled
            && !call.process.isClosing();
    if (mayRepeat) {
      Duration asked = last.asksToWait;
      boolean tooLong = asked != null && asked.compareTo(call.policy().maxRetryAfter()) > 0;
      met(Edge.ASKED_TO_WAIT_TOO_LONG, tooLong);
      met(Edge.RETRIES_ARE_USED_UP, last.tenthsLeft < 10);
      met(Edge.NO_TIME_FOR_A_PAUSE, !tooLong && last.tenthsLeft >= 10);
    }
    boolean inLine = call.cameTo == Stage.QUEUED && failure instanceof FreightTimeoutException;
    boolean justFree = world.time.nanos() - call.process.gaveBackNanos < MILLISECOND;
    met(Edge.A_PLACE_COMES_AS_TIME_IS_UP, inLine && justFree);
    if (call.cameTo != Stage.AWAITING_TOP_UP) return;
    boolean ownTime = call.spec.options().deadline() != null;
    long waited = world.time.nanos() - call.firstTopUpNanos;
    boolean isOver = waited >= settings.topUps().maxWait().toNanos();
    boolean timeIsUp = ownTime && world.time.nanos() >= call.endNanos();
    met(Edge.A_DEADLINE_OF_ITS_OWN_ENDS_A_WAIT_FOR_MONEY, timeIsUp && !isOver);
    met(Edge.THE_WAIT_FOR_MONEY_IS_OVER, isOver);
  }

  private void ends(CallLog call, FreightException failure, boolean wasSent) {
    if (failure instanceof FreightCancelledException) {
      met(wasSent ? Edge.ENDS_CANCELLED_AFTER_IT_WAS_SENT : Edge.ENDS_CANCELLED_UNSENT);
      met(Edge.A_CALL_IS_GIVEN_UP_BETWEEN_TWO_ATTEMPTS, call.cameTo == Stage.PAUSED);
    } else if (failure instanceof FreightTimeoutException late) {
      met(late.neverSent() ? Edge.ENDS_WITH_TIME_UNSENT : Edge.ENDS_WITH_TIME_AFTER_IT_WAS_SENT);
    } else if (failure instanceof FreightConnectionException broken) {
      met(
          broken.neverSent()
              ? Edge.ENDS_WITH_THE_CONNECTION_UNSENT
              : Edge.ENDS_WITH_THE_CONNECTION_AFTER_IT_WAS_SENT);
    } else if (failure instanceof UnexpectedFailureException) {
      met(Edge.ENDS_WITH_CODE_THAT_THREW);
    } else {
      met(Edge.ENDS_WITH_A_LIMIT, failure instanceof SpendLimitExceededException);
      met(Edge.ENDS_ABOVE_ITS_MAX_PRICE, failure instanceof PriceLimitExceededException);
      met(Edge.ENDS_WITHOUT_A_PRICE, failure instanceof PriceUnavailableException);
      met(Edge.ENDS_WITH_A_KEY, failure instanceof IdempotencyKeyReusedException);
      met(Edge.ENDS_WITH_WHAT_CANNOT_BE_READ, failure instanceof FreightDecodingException);
      met(Edge.ENDS_WITHOUT_MONEY, failure instanceof InsufficientFundsException);
      boolean answered = failure instanceof FreightApiException && wasSent;
      met(Edge.ENDS_WITH_A_REFUSAL, answered && call.last().heard == Heard.REFUSED);
      met(Edge.ENDS_WITH_A_STRANGER, answered && call.last().heard == Heard.STRANGER);
    }
  }

  /** What a caller is told whose call does not even begin. */
  void neverBegan(@Nullable Throwable thrown) {
    met(Edge.A_FOREIGN_SCOPE_IS_BROUGHT, thrown instanceof IllegalArgumentException);
    met(Edge.A_CLOSED_CLIENT_IS_CALLED, thrown instanceof FreightCancelledException);
    met(Edge.A_CLIENT_IS_FULL, thrown instanceof ClientSaturatedException);
  }

  /** What the service took in all. */
  void debits(List<Debit> debits) {
    for (Cap cap : settings.caps()) {
      if (cap.window() != null) continue;
      BigDecimal sum = BigDecimal.ZERO;
      for (Debit debit : debits) {
        String scope = debit.call().scope();
        boolean inside = scope.equals(cap.scope()) || scope.startsWith(cap.scope() + "/");
        if (inside) sum = sum.add(debit.usd());
      }
      met(Edge.A_LIMIT_IS_USED_TO_THE_LAST_CENT, sum.compareTo(cap.usd()) == 0);
    }
  }
}
