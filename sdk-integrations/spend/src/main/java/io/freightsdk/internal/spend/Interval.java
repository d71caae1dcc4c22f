package io.freightsdk.internal.spend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a balance says of a ledger: the service has taken what lies between two figures, and so has
 * the ledger. Pure: a function of a few numbers.
 */
final class Interval {
  /** Why a comparison starts the ledger over, in words. */
  static final String FIRST = "it is the first comparison";

  static final String OUTSIDE = "the balance lies outside";
  static final String PRICE = "a price that was used has changed";
  static final String DAY = "it is the first comparison of the day";

  /**
   * What is known.
   *
   * @param opening the balance at the opening, with the adjustments since
   * @param balance what the service said
   * @param least what was surely charged since the opening, before the balance was read
   * @param most what may have been charged by the time after the balance was read
   * @param unknown entries that are counted with 0 in the least and with their price in the most,
   *     and of which no request can be on its way any more
   * @param isOpened false before the first comparison
   * @param isPriced whether all prices that were used are those of now
   * @param isNewDay whether the last comparison was on another day
   */
  record Known(
      long opening,
      long balance,
      long least,
      long most,
      List<Unknown> unknown,
      boolean isOpened,
      boolean isPriced,
      boolean isNewDay) {

    /** The same, with money that came since the opening. */
    Known with(long came) {
      return new Known(opening + came, balance, least, most, unknown, isOpened, isPriced, isNewDay);
    }

    /** Whether what all calls cost is known, so that a difference is to the cent. */
    boolean isExact() {
      return isOpened && isPriced && least == most;
    }
  }

  /** An unknown entry, and the prices at which it may have been charged. */
  record Unknown(long id, long lowest, long most) {}

  /**
   * What follows.
   *
   * @param least what was surely charged, with what is settled as charged
   * @param most what may have been charged, without what is settled as free
   * @param unexplained what came (above 0) or was spent (below 0) besides; 0 inside
   * @param openAnewBecause empty if the opening stays
   */
  record Verdict(
      long least,
      long most,
      long unexplained,
      List<Long> free,
      List<Long> charged,
      String openAnewBecause) {}

  private Interval() {}

  static Verdict judge(Known known) {
    if (!known.isOpened) return new Verdict(0, 0, 0, List.of(), List.of(), FIRST);
    long taken = known.opening - known.balance;
    long came = Math.max(0, known.least - taken);
    long spent = Math.min(0, known.most - taken);
    long unexplained = came != 0 ? came : spent;
    boolean maySettle = unexplained == 0 && known.isPriced;
    Settling settling = new Settling(known, taken);
    if (maySettle) settling.settle();
    String because =
        unexplained != 0 ? OUTSIDE : !known.isPriced ? PRICE : known.isNewDay ? DAY : "";
    return new Verdict(
        settling.least, settling.most, unexplained, settling.free, settling.charged, because);
  }

  /** Nothing is settled by counting: of several that look alike nobody knows which it was. */
  private static final class Settling {
    private final long taken;
    private final List<Unknown> left;
    private final List<Long> free = new ArrayList<>();
    private final List<Long> charged = new ArrayList<>();
    private long least;
    private long most;

    Settling(Known known, long taken) {
      this.taken = taken;
      this.least = known.least;
      this.most = known.most;
      this.left = new ArrayList<>(known.unknown);
      // A dear one is settled first, and leaves less room for the others.
      left.sort(Comparator.comparingLong(Unknown::most).reversed());
    }

    void settle() {
      for (int i = 0; i < left.size(); i++) {
        Unknown entry = left.get(i);
        boolean isFree = taken - least < entry.lowest;
        boolean isCharged = most - taken < entry.most;
        if (!isFree && !isCharged) continue;
        // Both cannot be, if nobody else moved money: then nobody knows.
        if (isFree && isCharged) continue;
        if (isFree) {
          most -= entry.most;
          free.add(entry.id);
        } else {
          least += entry.lowest;
          charged.add(entry.id);
        }
        left.remove(i);
        i = -1;
      }
      assert least <= taken && taken <= most : this;
    }
  }
}
