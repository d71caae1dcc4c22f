package io.freightsdk.internal.verify;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Something that creates loads and is to keep what they cost below a cap. */
public interface Wallet extends AutoCloseable {
  /** Creates a load, unless the cap forbids it; throws nothing. */
  Told create(Order order);

  /** The same, asked for by an AI agent through whatever tools there are. */
  default Told createForAgent(Order order) {
    return create(order);
  }

  @Override
  void close();

  /** Opens wallets, each as a process of its own would. */
  interface Opener {
    Wallet open(Place place);
  }

  /**
   * One load that somebody wants.
   *
   * @param key of the request, so that the service takes a repetition for the same
   * @param reference the customer's own, of which callers derive the key
   * @param driverPhone in no other order, so that its text messages tell how often it was created
   */
  record Order(String key, String reference, String driverPhone) {
    public static Order number(int number) {
      String phone = "+1312555%04d".formatted(number % 10_000);
      return new Order("order-%06d".formatted(number), "PO-" + number, phone);
    }

    public Order withKeyOf(Order other) {
      return new Order(other.key, reference, driverPhone);
    }

    /** The same load, as somebody writes it who does not know that it was ordered. */
    public Order underAnotherReference() {
      return new Order(key + "-again", "Order " + reference.replace('-', '/'), driverPhone);
    }
  }

  /**
   * What a wallet says that a call has cost.
   *
   * @param isOpen whether it says that it does not know whether it cost this or nothing
   * @param failure in words, of a call that failed for another reason than its cap; otherwise null
   * @param loadNumber of the load that the order has; null if it does not say
   */
  record Told(
      BigDecimal usd, boolean isOpen, @Nullable String failure, @Nullable String loadNumber) {
    /** The cap forbids it, or the load was there already. */
    public static final Told NOTHING = new Told(BigDecimal.ZERO, false, null, null);

    public static Told charged(BigDecimal usd) {
      return new Told(usd, false, null, null);
    }

    public static Told perhaps(BigDecimal usd) {
      return new Told(usd, true, null, null);
    }

    public Told ofLoad(String number) {
      return new Told(usd, isOpen, failure, number);
    }

    public boolean isNothing() {
      return usd.signum() == 0 && failure == null;
    }
  }
}
