package io.freightsdk.internal.fleet;

import java.util.List;

/**
 * What following some loads costs, at a price of a read in minutes. Pure: an estimate from what is
 * known of the loads, each over the rest of its life.
 *
 * @param readsPerMinute of all the loads
 */
record Forecast(double minutesPerRead, double readsPerMinute) {
  /** How exactly the price of a read is found: to a hundredth of it. */
  private static final double EXACT = 0.01;

  static Forecast at(double minutesPerRead, List<Outlook> loads, double ofAll) {
    double reads = 0;
    for (Outlook load : loads) {
      if (load.isOver()) {
        continue;
      }
      reads += ReadSchedule.best(load, minutesPerRead).reads() / load.horizon();
    }
    double share = loads.isEmpty() ? 0 : ofAll / loads.size();
    return new Forecast(minutesPerRead, reads * share);
  }

  /** The price of a read at which the loads take no more reads than these. */
  static Forecast of(double readsPerMinute, List<Outlook> loads, double ofAll) {
    double low = Math.log(1);
    double high = Math.log(30 * 24 * 60);
    while (high - low > EXACT) {
      double middle = (low + high) / 2;
      boolean tooMany = at(Math.exp(middle), loads, ofAll).readsPerMinute() > readsPerMinute;
      low = tooMany ? middle : low;
      high = tooMany ? high : middle;
    }
    return at(Math.exp(high), loads, ofAll);
  }
}
