package io.freightsdk.internal.ledger.rules;

import io.freightsdk.internal.text.Redactor;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A purchase that the service charges at most once, made of all attempts at it: those under one key
 * of a creation, or one attempt of anything else. Outcome, amounts, {@code windowTime} and the
 * settlement are computed from the reservations by {@link #computedFrom}, so outcomes may arrive in
 * any order.
 *
 * @param id number in the ledger: that of the change that made it
 * @param account that pays; whatever is known of a key, a reference or a load is true there only
 * @param operation id of the operation
 * @param key that the service charges once; null where each attempt is charged
 * @param repeats whether it was begun beside an older entry of its key that may have cost
 *     something. Then its charge may be that of the older one, and covers no repeat
 * @param customerRef the customer's reference of a creation
 * @param load that was asked for, or that an answer named
 * @param requestId of the last answer
 * @param madeAt when its first reservation was made
 * @param scope path of the scope that its first call was made in; it counts there and around it
 * @param outcome what is known of it
 * @param least what it surely cost; 0 unless it was charged, and 0 if it repeats
 * @param amount the most that it may have cost, which limits count
 * @param windowTime the time by which windows count it: from its first reservation on, until a
 *     window begins after this time. Later than now while a call may still be charged
 * @param refunded what it had counted before the service gave it back; then it counts nothing. 0 if
 *     it was not refunded
 * @param settledBy the person who said what it cost; null once a call has said it
 */
public record Entry(
    long id,
    String account,
    String operation,
    @Nullable String key,
    boolean repeats,
    @Nullable String customerRef,
    Load load,
    @Nullable String requestId,
    long madeAt,
    String scope,
    ChargeState outcome,
    long least,
    long amount,
    long windowTime,
    long refunded,
    @Nullable String settledBy,
    @Nullable String settledWhy) {

  /**
   * The load of an entry, as far as it is known.
   *
   * @param number for people; a service that is started again gives it to another load
   * @param id a UUID, by which loads are compared
   * @param trackingLink the customer's page, a secret
   */
  public record Load(@Nullable String number, @Nullable String id, @Nullable String trackingLink) {
    /** Without the link; a number that looks like a secret is masked. */
    @Override
    public String toString() {
      String shown = number == null ? null : Redactor.quote(number);
      return "Load[number=" + shown + ", id=" + id + "]";
    }
  }

  /** An entry without reservations. */
  static Entry begin(long id, ReservationRequest request, boolean repeats, long now) {
    return new Entry(
        id,
        request.account(),
        request.operation(),
        request.key(),
        repeats,
        request.customerRef(),
        new Load(request.loadNumber(), null, null),
        null,
        now,
        request.scope(),
        ChargeState.NONE,
        0,
        0,
        now,
        0,
        null,
        null);
  }

  /** Whether nobody knows if it was charged, and no call in progress will say so. */
  public boolean isUnknown(long now) {
    return outcome == ChargeState.UNKNOWN || (outcome == ChargeState.RESERVED && windowTime <= now);
  }

  /**
   * What comparisons count of it, also once it was refunded: the adjustment that was recorded then
   * takes it back.
   */
  public Comparison.Known known() {
    return new Comparison.Known(least + refunded, amount + refunded, 0);
  }

  /** The entry with everything that follows from its reservations, which are in any order. */
  Entry computedFrom(List<Reservation> all) {
    Reservation firstAnswer = firstAnswer(all);
    List<Reservation> payable = payable(all, firstAnswer);
    // The service charged it before the first answer that says so; without one, until it is
    // unknown.
    long saidAt =
        firstAnswer == null || firstAnswer.endedAt() < firstAnswer.madeAt()
            ? Long.MAX_VALUE
            : firstAnswer.endedAt();
    boolean isCharged = !having(ChargeState.CHARGED, all).isEmpty();
    // The load that answers a key after its first day may have been bought before.
    boolean isCertain = isCharged && !repeats;
    boolean isRefunded = refunded > 0;
    boolean isSettled = firstAnswer == null && all.stream().anyMatch(Reservation::settled);
    return new Entry(
        id,
        account,
        operation,
        key,
        repeats,
        customerRef,
        load,
        requestId,
        madeAt,
        scope,
        outcomeOf(all),
        isCertain && !isRefunded
            ? payable.stream().mapToLong(Reservation::price).min().orElse(0)
            : 0,
        isRefunded ? 0 : payable.stream().mapToLong(Reservation::price).max().orElse(0),
        payable.stream()
            .mapToLong(one -> Math.min(one.windowTime(), saidAt))
            .max()
            .orElse(windowTime),
        refunded,
        isSettled ? settledBy : null,
        isSettled ? settledWhy : null);
  }

  private static List<Reservation> having(ChargeState outcome, List<Reservation> all) {
    return all.stream().filter(one -> one.outcome() == outcome).toList();
  }

  /** The first one, in the order of changes, whose own answer says that it was charged. */
  static @Nullable Reservation firstAnswer(List<Reservation> all) {
    return all.stream()
        .filter(Reservation::isAnsweredAsCharged)
        .min(Comparator.comparing(Reservation::endedByChange))
        .orElse(null);
  }

  /**
   * Those of which one may be the charge: what is reserved after an answer has said so adds
   * nothing. After a person has, it does, because the answer to come is believed over the person.
   */
  private static List<Reservation> payable(
      List<Reservation> all, @Nullable Reservation firstAnswer) {
    long knownIn = firstAnswer == null ? Long.MAX_VALUE : firstAnswer.endedByChange();
    return all.stream()
        .filter(one -> one.outcome() != ChargeState.NONE && one.madeByChange() <= knownIn)
        .toList();
  }

  private static ChargeState outcomeOf(List<Reservation> all) {
    // The most certain of a key's outcomes is that of the entry.
    for (ChargeState outcome :
        List.of(ChargeState.CHARGED, ChargeState.RESERVED, ChargeState.UNKNOWN)) {
      if (!having(outcome, all).isEmpty()) return outcome;
    }
    return ChargeState.NONE;
  }

  /** With what an answer names. What a charged entry has named is the load that was bought. */
  Entry answered(Load named, @Nullable String requestId, ChargeState said) {
    return with(
        replacesLoad(named, said) ? named : load,
        requestId == null ? this.requestId : requestId,
        refunded,
        settledBy,
        settledWhy);
  }

  private boolean replacesLoad(Load named, ChargeState said) {
    if (named.number() == null && named.id() == null) return false;
    if (outcome != ChargeState.CHARGED) return true;
    boolean isMore = load.number() == null || (load.id() == null && named.id() != null);
    return isMore && said != ChargeState.NONE;
  }

  Entry settled(String by, String why) {
    return with(load, requestId, refunded, by, why);
  }

  Entry refund() {
    return with(load, requestId, amount, settledBy, settledWhy);
  }

  private Entry with(
      Load load,
      @Nullable String requestId,
      long refunded,
      @Nullable String settledBy,
      @Nullable String settledWhy) {
    return new Entry(
        id,
        account,
        operation,
        key,
        repeats,
        customerRef,
        load,
        requestId,
        madeAt,
        scope,
        outcome,
        least,
        amount,
        windowTime,
        refunded,
        settledBy,
        settledWhy);
  }
}
