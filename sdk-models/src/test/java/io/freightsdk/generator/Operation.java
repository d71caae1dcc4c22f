package io.freightsdk.generator;

import java.util.List;

/**
 * An operation of the description.
 *
 * @param priceKey its key in the price list, or empty
 * @param arguments the arguments of the client's method
 * @param responses names of the schemas of its successful responses
 */
record Operation(
    String id,
    String method,
    String path,
    String summary,
    String priceKey,
    boolean experimental,
    List<Argument> arguments,
    List<String> responses) {

  /**
   * A placeholder of the path, the body, or a member of a body that has no record.
   *
   * @param record name of the record, or empty
   */
  record Argument(String name, String record, String description) {}
}
