package io.freightsdk.internal.agent.results;

import io.freightsdk.Charge;
import io.freightsdk.agent.ToolError;
import java.util.Map;
import java.util.TreeMap;

/**
 * An error for the model, which ends the call of a tool. {@code GuardedTool} catches it.
 *
 * <p>The message has three parts: the fault, the charge and the next step.
 */
public final class ToolErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient ToolError error;
  private final transient Charge charge;

  private ToolErrorException(ToolError error, Charge charge) {
    super(error.message(), null, false, false);
    this.error = error;
    this.charge = charge;
  }

  /** Starts an error without a charge. */
  public static Builder of(String code, ToolError.Retry retry) {
    return new Builder(code, retry);
  }

  public ToolError error() {
    return error;
  }

  public Charge charge() {
    return charge;
  }

  /** Collects the charge and the details of an error; {@link #because} creates the exception. */
  public static final class Builder {
    private final String code;
    private final ToolError.Retry retry;
    private final Map<String, String> details = new TreeMap<>();
    private Charge charge = Charge.NONE;

    private Builder(String code, ToolError.Retry retry) {
      this.code = code;
      this.retry = retry;
    }

    public Builder charge(Charge charge) {
      this.charge = charge;
      return this;
    }

    /**
     * Adds a value. Its name is fixed, and it contains no free text of the service or the model.
     */
    public Builder detail(String name, Object value) {
      details.put(name, String.valueOf(value));
      return this;
    }

    public ToolErrorException because(String fact, String nextStep) {
      String message = fact + " " + MoneyFormat.chargeSentence(charge) + " " + nextStep;
      return new ToolErrorException(new ToolError(code, retry, message, details), charge);
    }
  }
}
