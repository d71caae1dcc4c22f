package io.freightsdk.model.internal;

import com.squareup.moshi.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The names of the members of one object, in the order of the API description. */
final class Names {
  private final JsonReader.Options options;
  private final byte[][] ascii;

  private Names(String[] names) {
    options = JsonReader.Options.of(names);
    ascii = new byte[names.length][];
    for (int i = 0; i < names.length; i++) {
      ascii[i] = names[i].getBytes(StandardCharsets.US_ASCII);
    }
  }

  static Names of(String... names) {
    return new Names(names);
  }

  JsonReader.Options options() {
    return options;
  }

  /**
   * The place of the name in a part of a text, or -1.
   *
   * @param guess the place to look at first: members usually come in the order of the description
   */
  int find(byte[] text, int from, int to, int guess) {
    if (guess < ascii.length && matches(ascii[guess], text, from, to)) return guess;
    for (int i = 0; i < ascii.length; i++) {
      if (matches(ascii[i], text, from, to)) return i;
    }
    return -1;
  }

  private static boolean matches(byte[] name, byte[] text, int from, int to) {
    return Arrays.equals(name, 0, name.length, text, from, to);
  }
}
