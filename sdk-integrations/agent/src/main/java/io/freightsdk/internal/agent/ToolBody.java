package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a tool does with valid arguments. It throws to refuse a call. */
interface ToolBody {
  /** Checks what the schema cannot express; a sentence for each problem. */
  default List<String> problems(Map<String, Object> arguments) {
    return List.of();
  }

  /** The arguments that identify a call: calls with equal counted arguments are the same. */
  default Map<String, Object> counted(Map<String, Object> arguments) {
    return arguments;
  }

  Answer run(Invocation invocation);

  /**
   * A result.
   *
   * @param members in the order of the output schema; null values are left out
   */
  record Answer(Map<String, @Nullable Object> members, Charge charge) {

    static Answer free(Map<String, @Nullable Object> members) {
      return new Answer(members, Charge.NONE);
    }

    /** This result again, which costs nothing, with other values of some members. */
    Answer again(Map<String, @Nullable Object> changed) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>(members);
      copy.put("chargedUsd", Money.certain(Charge.NONE));
      copy.putAll(changed);
      return new Answer(copy, Charge.NONE);
    }
  }
}
