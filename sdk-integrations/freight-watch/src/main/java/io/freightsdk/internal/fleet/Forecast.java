package io.freightsdk.internal.fleet;

import java.util.List;

/**
 * What following some loads costs and gives, at a price of a read in minutes. Pure: an estimate
 * from what is known of the loads, each over the rest of its life.
 *
 * @param readsPerMinute of all the loads
 * @param meanDelayMinutes how late a piece of news is noticed
 */
record Forecast(double minutesPerRead, double readsPerMinute, double meanDelayMinutes) {
  /** How exactly the price of a read is found: to a hundredth of it. */
  private static final double EXACT = 0.01;

  /** A load with what its news is worth. */
  record Subject(Outlook outlook, double weight) {}

  static Forecast at(double minutesPerRead, List<Subject> loads, double ofAll) {
    double reads = 0;
    double delay = 0;
    double news = 0;
    for (Subject load : loads) {
      if (load.outlook().isOver()) {
        continue;
      }
      ReadSchedule best = ReadSchedule.best(load.outlook(), load.weight(), minutesPerRead);
      reads += best.reads() / load.outlook().horizon();
      delay += best.delay() / load.weight();
      news += load.outlook().stages().size();
    }
    double share = loads.isEmpty() ? 0 : ofAll / loads.size();
    return new Forecast(minutesPerRead, reads * share, news == 0 ? 0 : delay / news);
  }

  /** The price of a read at which the loads take no more reads than these. */
  static Forecast of(double readsPerMinute, List<Subject> loads, double ofAll) {
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
