package io.freightsdk.examples.contact;

import java.util.List;

/**
 * What is left out, and why. A test compares it with the description and with the rows of
 * CHOICES.md, so that nothing is forgotten.
 *
 * @param what an operation and a status, or the second column of a row of CHOICES.md
 */
record NotAsked(String why, List<String> what) {
  static final List<NotAsked> ALL = List.of();
}
