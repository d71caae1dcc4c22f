package io.freightsdk.internal.json;

import io.freightsdk.Charge;
import org.jspecify.annotations.Nullable;

/**
 * What an answer says.
 *
 * @param paid whether the service charged for it, by the API description
 * @param loadNumber the load it names; null when it names none
 * @param result makes the result, once attempts and charge are known
 */
public record Reading<T>(boolean paid, @Nullable String loadNumber, Result<T> result) {
  /** Makes the result of a call from what only the call knows. */
  @FunctionalInterface
  public interface Result<T> {
    /**
     * The result.
     *
     * @param earlier what an earlier call with the same key was charged; null when none was
     */
    T of(int attempts, Charge charge, @Nullable Charge earlier);
  }
}
