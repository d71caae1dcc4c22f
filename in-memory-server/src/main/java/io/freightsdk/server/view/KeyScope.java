package io.freightsdk.server.view;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** A permission of an agent key. A call without its scope is refused with 403 and costs nothing. */
public enum KeyScope {
  /** Create loads. */
  LOADS_CREATE("loads:create"),
  /** Read positions. */
  LOADS_READ("loads:read"),
  /** Confirm deliveries. */
  LOADS_CONFIRM("loads:confirm"),
  /** Read the balance and top it up. */
  BILLING_READ("billing:read");

  private final String value;

  KeyScope(String value) {
    this.value = value;
  }

  /** The name in the API description, for example {@code loads:create}. */
  public String value() {
    return value;
  }

  /** Returns all scopes, the default of a new key. */
  public static Set<KeyScope> all() {
    return Set.copyOf(EnumSet.allOf(KeyScope.class));
  }

  /**
   * Returns the scope with this name.
   *
   * @throws IllegalArgumentException for any other name; the message lists the valid names
   */
  public static KeyScope of(String value) {
    Objects.requireNonNull(value, "value");
    for (KeyScope scope : values()) {
      if (scope.value.equals(value.toLowerCase(Locale.ROOT))) return scope;
    }
    throw new IllegalArgumentException(
        "unknown scope '"
            + value
            + "'; known: loads:create, loads:read, loads:confirm, billing:read");
  }

  @Override
  public String toString() {
    return value;
  }
}
