package io.freightsdk.interleavings;

import io.freightsdk.Charge;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Calls under one limit: what they may cost never passes it, and what is free is free again. */
public class LimitModel extends BooksModel {
  /** Which one creation fits. */
  public LimitModel() {
    super("1.00");
  }

  @Operation
  public void charged() {
    call(null, Charge.Kind.CHARGED);
  }

  @Operation
  public void refusedByTheService() {
    call(null, null);
  }

  @Validate
  public void theLimitHolds() {
    if (charged.get() > 1) throw new IllegalStateException(charged.get() + " were charged");
    if (spent().compareTo(PRICE.multiply(java.math.BigDecimal.valueOf(charged.get()))) != 0) {
      throw new IllegalStateException(charged.get() + " were charged, " + spent() + " counted");
    }
    requireNothingHeld();
  }
}
