package io.freightsdk.internal.agent.json;

import java.util.regex.Pattern;

/**
 * Prepares names that a model chose for a message: an identifier is repeated, anything else (a
 * phone number, a paragraph) is not.
 */
public final class SafeName {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z_-]{0,39}");

  private SafeName() {}

  public static String of(String name) {
    return IDENTIFIER.matcher(name).matches() ? '"' + name + '"' : "(name not shown)";
  }
}
