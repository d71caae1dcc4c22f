package io.freightsdk.contact;

/**
 * One difference between the service and the API description. Each cause is one row of the report,
 * with all checks that found it.
 *
 * @param fact the behavior of the service, in our words
 * @param member the member of the body; empty if the fact names it or there is none. Members of one
 *     fact share its row
 * @param advice its meaning for a user of the client, and the next step
 */
record Cause(Result result, String fact, String member, String advice) {

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

  static Cause broken(String fact, String advice) {
    return new Cause(Result.BROKEN, fact, "", advice);
  }

  static Cause different(String fact, String advice) {
    return new Cause(Result.DIFFERENT, fact, "", advice);
  }

  static Cause notSeen(String fact, String advice) {
    return new Cause(Result.NOT_SEEN, fact, "", advice);
  }

  Cause withMember(String other) {
    return new Cause(result, fact, other, advice);
  }
}
