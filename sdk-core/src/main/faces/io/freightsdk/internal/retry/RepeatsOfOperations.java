package io.freightsdk.internal.retry;

import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;

/** The column {@code repeat} of the table of operations. */
final class RepeatsOfOperations {
  private RepeatsOfOperations() {}

  static RepeatClass of(Operation operation) {
    return switch (operation) {
        // operations repeated
    };
  }
}
