package io.freightsdk.contact;

/**
 * One difference between the service and the API description. Each finding is one row of the
 * report, with all checks that found it.
 *
 * @param fact the behavior of the service, in our words
 * @param member the member of the body; empty if the fact names it or there is none. Members of one
 *     fact share its row
 * @param advice its meaning for a user of the client, and the next step
 */
record Finding(Result result, String fact, String member, String advice) {

  /** The most important first. */
  enum Result {
    /** The service contradicts the description. */
    BROKEN("broken"),
    /** The description is silent, or the client copes with it. */
    DIFFERENT("different"),
    /** Could not be checked. */
    NOT_SEEN("not seen");

    final String word;

    Result(String word) {
      this.word = word;
    }
  }

  static final String ASK_OPERATOR = "Ask the operator of the service to correct it.";

  static Finding broken(String fact, String advice) {
    return new Finding(Result.BROKEN, fact, "", advice);
  }

  static Finding different(String fact, String advice) {
    return new Finding(Result.DIFFERENT, fact, "", advice);
  }

  static Finding notSeen(String fact, String advice) {
    return new Finding(Result.NOT_SEEN, fact, "", advice);
  }

  Finding withMember(String other) {
    return new Finding(result, fact, other, advice);
  }
}
