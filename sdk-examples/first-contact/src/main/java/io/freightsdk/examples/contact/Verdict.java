package io.freightsdk.examples.contact;

/** What became of a sentence, the one that counts most last. */
enum Verdict {
  /** The description says it, and the service keeps it. */
  KEPT("kept"),
  /** The description is silent, and the service does as our server. */
  AS_OURS("as our server"),
  /** The service does what the description does not say, or does not do as our server. */
  OTHERWISE("otherwise"),
  /** It was asked for, and nothing can be said about it. */
  NOT_SEEN("not seen"),
  /** The service does not keep what the description says. */
  BROKEN("broken");

  final String word;

  Verdict(String word) {
    this.word = word;
  }
}
