package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.VirtualTime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long a refusal is told again, and to whom. Amounts are in cents. */
class RefusalsTest {
  private static final long CENT = 10_000_000;
  private static final SpendLimits FULL = SpendLimits.total("0");

  private final VirtualTime time = new VirtualTime();
  private final Asked storage = new Asked(new MemoryStorage(time, 100));
  private long nanos;

  /** For a ledger whose clock nobody moves. */
  private final Refusals refusals = new Refusals(() -> nanos, null);

  private int ids;

  /** Counts how often the rules are asked. */
  private static final class Asked implements Storage {
    private final Storage real;
    private int times;
    private Runnable beforeTheAnswer = () -> {};

    Asked(Storage real) {
      this.real = real;
    }

    @Override
    public <T> T change(Function<Rows, T> work) {
      times++;
      T made = real.change(work);
      beforeTheAnswer.run();
      return made;
    }

    @Override
    public <T> T look(Function<Rows, T> work) {
      return real.look(work);
    }

    @Override
    public boolean mayBlock() {
      return false;
    }

    @Override
    public void close() {}
  }

  private Wish wish(SpendLimits limits, long cents, @Nullable String key) {
    return new Wish(
        "r" + ++ids,
        "account",
        key == null ? "getLoadPosition" : "createLoad",
        key,
        null,
        null,
        SpendScope.CLIENT,
        SpendScope.client(limits).limits().stream().map(Cap::new).toList(),
        cents * CENT,
        TimeUnit.MINUTES.toMicros(2));
  }

  private Answer.Full refused(Refusals refusals, Wish wish) {
    Answer answer = refusals.answer(storage, wish);
    assertThat(answer).isInstanceOf(Answer.Full.class);
    return (Answer.Full) answer;
  }

  /** Whether the rules are asked, and not only the last answer told again. */
  private boolean isAsked(Refusals refusals, Wish wish) {
    int before = storage.times;
    refused(refusals, wish);
    return storage.times > before;
  }

  private void pay(long cents, @Nullable String key, Charge.Kind kind) {
    Wish wish = wish(SpendLimits.none(), cents, key);
    Outcome outcome = new Outcome(kind, null, null);
    storage.change(
        rows -> {
          Rules rules = new Rules(rows);
          assertThat(rules.reserve(wish)).isInstanceOf(Answer.Held.class);
          return rules.complete(wish.id(), wish.name(), outcome);
        });
  }

  @Test
  void theLastAnswerIsGoodForATenthOfASecond() {
    assertThat(isAsked(refusals, wish(FULL, 2, null))).isTrue();
    nanos = 99_999_999;
    assertThat(isAsked(refusals, wish(FULL, 2, null))).isFalse();
    nanos = 100_000_000;
    assertThat(isAsked(refusals, wish(FULL, 2, null))).isTrue();
  }

  @Test
  void aClockThatIsMovedATenthOfASecondEndsTheLastAnswer() {
    Refusals movable = new Refusals(() -> nanos, time);
    for (Duration step : new Duration[] {Duration.ofNanos(1000), Duration.ofNanos(-1000)}) {
      refused(movable, wish(FULL, 2, null));
      time.set(time.instant().plus(step.multipliedBy(99_999)));
      assertThat(isAsked(movable, wish(FULL, 2, null))).as("moved by less, %s", step).isFalse();
      time.set(time.instant().plus(step));
      assertThat(isAsked(movable, wish(FULL, 2, null))).as("moved, %s", step).isTrue();
    }
  }

  @Test
  void theLastAnswerIsGoodUntilTheMoneyThatItWaitsForIsFree() {
    pay(2, null, Charge.Kind.CHARGED);
    SpendLimits hour = SpendLimits.perHour("0.02");
    time.advance(Duration.ofMinutes(61).minusMillis(40));
    assertThat(refused(refusals, wish(hour, 2, null)).freesAt())
        .isEqualTo(Micros.of(time.instant().plusMillis(40)));
    nanos = 39_999_999;
    assertThat(isAsked(refusals, wish(hour, 2, null))).isFalse();
    nanos = 40_000_000;
    assertThat(isAsked(refusals, wish(hour, 2, null))).isTrue();
  }

  @Test
  void anAnswerBeforeWhichSomethingBecameFreeIsNotToldAgain() {
    storage.beforeTheAnswer = refusals::freed;
    refused(refusals, wish(FULL, 2, null));
    storage.beforeTheAnswer = () -> {};
    assertThat(isAsked(refusals, wish(FULL, 2, null))).isTrue();
    assertThat(isAsked(refusals, wish(FULL, 2, null))).isFalse();
  }

  /** Its own money makes room for it, and for nobody else. */
  @Test
  void whatAKeyThatCountsAlreadyIsToldIsNotToldToOthers() {
    pay(65, "lost", Charge.Kind.UNKNOWN);
    SpendLimits half = SpendLimits.total("0.50");
    assertThat(refused(refusals, wish(half, 65, "lost")).left()).isEqualTo(50 * CENT);
    assertThat(refused(refusals, wish(half, 65, null)).left()).isZero();
    assertThat(refused(refusals, wish(half, 65, "lost")).left()).isEqualTo(50 * CENT);
  }

  @Test
  void aNewKeyIsToldWhatAnotherOneWas() {
    assertThat(isAsked(refusals, wish(FULL, 2, "one"))).isTrue();
    assertThat(isAsked(refusals, wish(FULL, 2, "two"))).isFalse();
  }

  @Test
  void ofTooManyQuestionsTheOldestIsAskedAgain() {
    for (int cents = 1; cents <= 1000; cents++) refused(refusals, wish(FULL, cents, null));
    assertThat(isAsked(refusals, wish(FULL, 1, null))).isFalse();
    refused(refusals, wish(FULL, 1001, null));
    assertThat(isAsked(refusals, wish(FULL, 1, null))).isTrue();
  }
}
