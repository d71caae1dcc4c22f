package io.freightsdk.internal.text;

import io.freightsdk.error.InvalidOptionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a variable that was not replaced by its value, because the variable is not set:
 * what a framework, a shell, a build or a cluster leaves in a configuration. As a key the service
 * would refuse it at each call; as the name of an account it would work, for a wrong one.
 */
public final class Placeholder {
  /**
   * Those of Spring, shells, editors, clusters and templates anywhere in a text; those of Maven,
   * Windows, shells and pages only as a whole part of it, because the signs have other uses. A
   * group has the name, if there is nothing else.
   */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\$\\{((?:[a-z]+:)?[\\w.-]++)(?::[^{}]*)?}"
              + "|\\$\\(([\\w.-]+)\\)"
              + "|\\$\\{|\\$\\(|#\\{|\\{\\{"
              + "|(?<![^/.:])(?:@([\\w.-]+)@|%([A-Za-z_]\\w{2,})%|\\$([A-Za-z_]\\w*)|<[^<>/]+>)"
              + "(?![^/.:])");

  private static final Pattern VARIABLE = Pattern.compile("(?:env:)?[A-Z][A-Z0-9_]{0,63}");

  private Placeholder() {}

  /**
   * Returns the text if it has no placeholder.
   *
   * @param name of the option or variable that has the text, for the message
   * @throws InvalidOptionException if it has one; the message shows nothing of the text but the
   *     name of the variable
   */
  public static String refuse(String text, String name) {
    Matcher found = PLACEHOLDER.matcher(text);
    if (!found.find()) return text;
    String variable = variable(found);
    if (variable == null || mayBeSecret(variable)) {
      throw new InvalidOptionException(name, "is still a placeholder", "write its value instead");
    }
    throw new InvalidOptionException(
        name,
        "is still a placeholder: " + variable + " is not set",
        "set it where this program starts, or write its value instead");
  }

  private static @Nullable String variable(Matcher found) {
    for (int group = 1; group <= found.groupCount(); group++) {
      if (found.group(group) != null) return found.group(group);
    }
    return null;
  }

  /** A key may have been written where the name of its variable belongs. */
  private static boolean mayBeSecret(String variable) {
    boolean isName =
        VARIABLE.matcher(variable).matches() || Redactor.quote(variable).equals(variable);
    return !isName;
  }
}
