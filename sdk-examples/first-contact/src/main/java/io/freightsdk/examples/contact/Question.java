package io.freightsdk.examples.contact;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One question to the service, which becomes one row of the table.
 *
 * @param sentence what is compared: what the description says, or what our server chose
 * @param section of the description
 * @param isChoice whether the description is silent, so that a service may do otherwise
 * @param most the most that it may cost, whatever the answer is
 * @param covers what it asks: an operation and a status such as {@code createLoad 201}, or the
 *     second column of a row of CHOICES.md
 * @param ask what is sent; null if that needs an answer that was not seen
 * @param judge writes what was seen into the finding
 */
record Question(
    String sentence,
    String section,
    boolean isChoice,
    Most most,
    List<String> covers,
    Function<Facts, @Nullable Ask> ask,
    BiConsumer<Finding, Facts> judge) {

  /** The most that a question may take. A creation counts as one, also a wrong one. */
  enum Most {
    NOTHING,
    READ,
    CREATION,
    TWO_CREATIONS
  }
}
