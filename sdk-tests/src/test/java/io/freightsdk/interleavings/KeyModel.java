package io.freightsdk.interleavings;

import io.freightsdk.Charge;
import java.math.BigDecimal;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Calls of one key at once: the key counts once, however they end. */
public class KeyModel extends BooksModel {
  private volatile boolean used;

  /** Under a limit that all of them fit, so that none is refused. */
  public KeyModel() {
    super("10.00");
  }

  @Operation
  public void charged() {
    used = true;
    call("order-1", Charge.Kind.CHARGED);
  }

  @Operation
  public void lost() {
    used = true;
    call("order-1", Charge.Kind.UNKNOWN);
  }

  @Operation
  public void notCharged() {
    call("order-1", Charge.Kind.NONE);
  }

  @Validate
  public void theKeyCountsOnce() {
    BigDecimal expected = used ? PRICE : BigDecimal.ZERO;
    if (spent().compareTo(expected) != 0) {
      throw new IllegalStateException(spent() + " counted instead of " + expected);
    }
    requireNothingHeld();
  }
}
