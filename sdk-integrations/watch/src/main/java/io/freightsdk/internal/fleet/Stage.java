package io.freightsdk.internal.fleet;

import java.util.ArrayList;
import java.util.List;

/**
 * One stretch of a load's way that ends with a piece of news: an arrival or a departure. It may end
 * in one of several ways, such as with a night's rest and without.
 *
 * @param ways how it may end, counted from its beginning; their weights add up to 1
 * @param nearScale how exactly a reading shortly before the end tells when that will be, as the
 *     scale of a logistic distribution; infinite where a reading tells nothing of it
 * @param nearShare what is added to that for each minute that is left
 * @param etaMovesPerHour how often the service's estimate moves by half an hour meanwhile
 */
record Stage(List<Way> ways, double nearScale, double nearShare, double etaMovesPerHour) {
  /** One way to end, and its chance. */
  record Way(double weight, Expected end) {}

  /** A stage of which readings tell nothing but whether it has ended. */
  static Stage opaque(Expected end, double etaMovesPerHour) {
    return new Stage(List.of(new Way(1, end)), Double.POSITIVE_INFINITY, 0, etaMovesPerHour);
  }

  /** The chance that it has ended so many minutes after its beginning. */
  double by(double minutes) {
    double sum = 0;
    for (Way way : ways) {
      sum += way.weight() * way.end().by(minutes);
    }
    return sum;
  }

  /** After this time it has ended, as good as surely. */
  double surelyBy() {
    double latest = 0;
    for (Way way : ways) {
      latest = Math.max(latest, way.end().surelyBy());
    }
    return latest;
  }

  /** Half of all such stages end earlier; that of the likeliest way. */
  double median() {
    Way likeliest = ways.get(0);
    for (Way way : ways) {
      likeliest = way.weight() > likeliest.weight() ? way : likeliest;
    }
    return likeliest.end().medianFromNow();
  }

  /** What is left of it for a reading at that time which shows that it has not ended. */
  Stage readAt(double minutes) {
    if (minutes <= 0) {
      return this;
    }
    double all = Math.max(1e-9, 1 - by(minutes));
    List<Way> left = new ArrayList<>(ways.size());
    for (Way way : ways) {
      Expected end = way.end();
      double weight = way.weight() * (1 - end.by(minutes)) / all;
      double median = new Expected(end.median() - minutes, end.early(), end.late()).medianFromNow();
      double near = nearScale + nearShare * median;
      Expected rest =
          nearScale == Double.POSITIVE_INFINITY
              ? new Expected(end.median() - minutes, end.early(), end.late())
              : new Expected(median, Math.min(near, end.early()), Math.min(near, end.late()));
      left.add(new Way(weight, rest));
    }
    return new Stage(left, nearScale, nearShare, etaMovesPerHour);
  }
}
