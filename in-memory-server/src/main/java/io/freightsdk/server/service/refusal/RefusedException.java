package io.freightsdk.server.service.refusal;

/** Carries a refusal to the HTTP layer. Has no stack trace: refusing is ordinary work. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  /** Refuses the call for {@code refusal}. */
  public RefusedException(Refusal refusal) {
    super(refusal.getClass().getSimpleName(), null, false, false);
    this.refusal = refusal;
  }

  /** Why the call is refused. */
  public Refusal refusal() {
    return refusal;
  }
}
