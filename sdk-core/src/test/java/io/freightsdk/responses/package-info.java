/**
 * Tests of responses: documented, damaged, newer than the client, or of another server.
 *
 * <p>{@code DescribedErrorsTest} tests each row of the published error table with the in-memory
 * server, {@code ExtendedErrorsTest} the same bodies with an additional member, {@code
 * StrangersAnswerTest} responses of other servers.
 */
package io.freightsdk.responses;
