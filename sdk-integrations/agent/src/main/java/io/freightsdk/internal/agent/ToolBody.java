package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a tool does with valid arguments. It throws to refuse a call. */
interface ToolBody extends Arguments.Check {
  Answer run(Invocation invocation);

  @Override
  default @Nullable String problem(String path, Object value) {
    return null;
  }

  /**
   * A result.
   *
   * @param members in the order in which a model reads them; null values are left out
   */
  record Answer(Map<String, @Nullable Object> members, Charge charge) {

    static Answer free(Map<String, @Nullable Object> members) {
      return new Answer(members, Charge.NONE);
    }
  }
}
