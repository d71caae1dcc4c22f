/**
 * What a client makes of an answer: of those of the description, of answers that are damaged, newer
 * than the client, or not the service's own.
 *
 * <p>{@code DescribedErrorsTest} has each row of the published table of errors, as the server
 * answers it, {@code ErrorsThatSayMoreTest} the same bodies with one more member, {@code
 * StrangersAnswerTest} answers of others.
 */
package io.freightsdk.answers;
