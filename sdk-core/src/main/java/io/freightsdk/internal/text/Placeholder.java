package io.freightsdk.internal.text;

import io.freightsdk.error.InvalidOptionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds references to variables that are not set, such as <code>${HOST}</code>. A framework, a
 * shell, a build or a cluster leaves them in a configuration. The service would refuse such a key
 * at each call. As an account's name it would work, but for a wrong account.
 */
public final class Placeholder {
  /**
   * Placeholders of Spring, shells, editors, clusters and templates match anywhere in a text.
   * Placeholders of Maven, Windows, shells and pages match only as a whole part of it, because
   * their signs have other uses. A group has the name, if there is nothing else.
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
    Matcher matcher = PLACEHOLDER.matcher(text);
    if (!matcher.find()) return text;
    String variable = variable(matcher);
    if (variable == null || mayBeSecret(variable)) {
      throw new InvalidOptionException(name, "is still a placeholder", "write its value instead");
    }
    throw new InvalidOptionException(
        name,
        "is still a placeholder: " + variable + " is not set",
        "set it where this program starts, or write its value instead");
  }

  private static @Nullable String variable(Matcher matcher) {
    for (int group = 1; group <= matcher.groupCount(); group++) {
      if (matcher.group(group) != null) return matcher.group(group);
    }
    return null;
  }

  /** Whether somebody may have written a key instead of the name of its variable. */
  private static boolean mayBeSecret(String variable) {
    boolean isName =
        VARIABLE.matcher(variable).matches() || Redactor.quote(variable).equals(variable);
    return !isName;
  }
}
