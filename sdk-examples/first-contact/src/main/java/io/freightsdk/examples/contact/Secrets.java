package io.freightsdk.examples.contact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which names of a service are written into the file. Names of the description are; others
 * only if they are short, have no digit, and no part of them looks like a part of a secret, however
 * that is spelled.
 */
final class Secrets {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_-]{1,40}");

  /** So many letters in a row, which a name and a secret have in common, are no accident. */
  private static final int ALIKE = 6;

  private static final List<String> DIGITS =
      List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine");

  private final Set<String> partsOfLetters = new HashSet<>();
  private final List<String> exact = new ArrayList<>();

  Secrets(String key, String phone) {
    addSecret(key);
    if (!phone.isEmpty()) addPhone(phone);
  }

  private void addPhone(String phone) {
    exact.add(phone);
    StringBuilder words = new StringBuilder();
    phone
        .chars()
        .filter(Character::isDigit)
        .forEach(digit -> words.append(DIGITS.get(digit - '0')));
    addParts(words.toString());
  }

  /** What opens a load: the link, and the token at its end. */
  void addLink(String link) {
    exact.add(link);
    String token = link.substring(link.lastIndexOf('/') + 1);
    if (!token.isEmpty()) addSecret(token);
  }

  private void addSecret(String secret) {
    exact.add(secret);
    addParts(secret);
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    addParts(Base64.getEncoder().encodeToString(bytes));
  }

  private void addParts(String secret) {
    String letters = letters(secret);
    String backwards = new StringBuilder(letters).reverse().toString();
    for (String one : List.of(letters, backwards)) {
      int length = Math.min(ALIKE, one.length());
      if (length < 4) continue;
      for (int i = 0; i + length <= one.length(); i++) {
        partsOfLetters.add(one.substring(i, i + length));
      }
    }
  }

  private static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }

  /** The name, or words in its place. */
  String name(String name) {
    if (Description.PUBLISHED.names().contains(name)) return name;
    if (!NAME.matcher(name).matches()) return "(a name that is not written here)";
    String letters = letters(name);
    boolean isAlike = partsOfLetters.stream().anyMatch(letters::contains);
    return isAlike ? "(a name that is not written here)" : name;
  }

  /** A text of the service for the terminal: one line, without what is known to be a secret. */
  String masked(String text) {
    String masked = text;
    for (String secret : exact) masked = masked.replace(secret, "***");
    masked = masked.replaceAll("[a-zA-Z][a-zA-Z0-9+.-]*://[^\"\\s]+", "***");
    masked = masked.replaceAll("\\+?[0-9][0-9 ().-]{8,}[0-9]", "***");
    masked = masked.replaceAll("[\\p{Cntrl}\\p{Cf}]+", " ");
    return masked.length() <= 300 ? masked : masked.substring(0, 300) + " ...";
  }

  @Override
  public String toString() {
    return "Secrets";
  }
}
