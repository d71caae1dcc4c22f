package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Line;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.Scene.Verdict;
import io.freightsdk.internal.verify.Wallet;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A way of keeping below a cap, and the store in which its wallets share what they know. A load
 * costs 15 USD, so that ten fit the cap, and 25 USD after a rise.
 *
 * @param store in which nothing of the scene is
 * @param url of the store now; another one after a failover
 */
record Trial(Kind kind, Store store, AtomicReference<String> url) implements Wallet.Opener {
  static final Money MONEY =
      new Money(new BigDecimal("150.00"), new BigDecimal("15.00"), new BigDecimal("25.00"));

  Trial(Kind kind, Store store) {
    this(kind, store, new AtomicReference<>(store.url()));
  }

  @Override
  public Wallet open(Place place) {
    return kind.open(place, url::get);
  }

  /** With an H2 of its own. */
  static Verdict of(Mishap mishap, Kind kind) throws Exception {
    try (Store store = Store.h2()) {
      return of(mishap, kind, store);
    }
  }

  static Verdict of(Mishap mishap, Kind kind, Store store) throws Exception {
    Trial trial = new Trial(kind, store);
    String book = UUID.randomUUID().toString();
    // A reading of its own for each call: the cap holds at the price that is asked now.
    Duration priceLife = Duration.ZERO;
    try (Scene scene =
        new Scene(mishap, trial, Databases.pool(store.url()), book, MONEY, priceLife, null)) {
      mishap.happen(scene);
      return scene.verdict();
    }
  }

  /** A replica takes the place of what they share. It has what was there when it was copied. */
  void failOver(Place place, Store.Copy copy) throws Exception {
    String replica = store.replica();
    // Makes its tables.
    Place there = place.over(new Line(Databases.pool(replica)));
    kind.open(there, store::replica).close();
    copy.restoreTo(replica);
    place.database().leadTo(Databases.pool(replica));
    url.set(replica);
  }
}
